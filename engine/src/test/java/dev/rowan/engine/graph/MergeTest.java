package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.Merge.Arrival;
import dev.rowan.engine.graph.Merge.Collision;
import dev.rowan.engine.graph.Merge.Merged;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergeTest {
    private static final Row BASE = Row.of("id", 7).with("text", "hi").with("lang", "en");
    private static final Arrival SAFE = new Arrival("safety", BASE.with("checked", true));
    private static final Arrival ANSWER =
            new Arrival("answer", BASE.with("answer", "yes").with("lang", "de").without(List.of("text")));

    @Test
    void unionTakesWhatEachBranchChanged() {
        assertThat(union(Collision.FAIL, SAFE, ANSWER))
                .isEqualTo(new Merged.One(
                        Row.of("id", 7).with("lang", "de").with("checked", true).with("answer", "yes")));
    }

    @Test
    void unionAcceptsTheSameChangeFromTwoBranches() {
        assertThat(union(Collision.FAIL, branch("a", BASE.with("n", 1)), branch("b", BASE.with("n", 1))))
                .isEqualTo(new Merged.One(BASE.with("n", 1)));
        assertThat(union(Collision.FAIL, branch("a", Row.of("id", 7)), branch("b", Row.of("id", 7))))
                .isEqualTo(new Merged.One(Row.of("id", 7)));
    }

    @Test
    void differentChangesCollide() {
        Arrival a = branch("a", BASE.with("text", "A"));
        Arrival b = branch("b", BASE.with("text", null));
        Arrival removes = branch("c", BASE.without(List.of("text")));

        assertThat(union(Collision.FAIL, a, b)).isEqualTo(new Merged.Collides("text", List.of("a", "b")));
        assertThat(union(Collision.FAIL, b, removes)).isEqualTo(new Merged.Collides("text", List.of("b", "c")));
        assertThat(union(Collision.FIRST, a, b, removes)).isEqualTo(new Merged.One(a.row()));
        assertThat(union(Collision.LAST, a, removes, b)).isEqualTo(new Merged.One(b.row()));
        assertThat(union(Collision.LAST, a, b, removes)).isEqualTo(new Merged.One(removes.row()));
    }

    @Test
    void nestedKeepsTheChangesOfEachBranchApart() {
        assertThat(new Merge.Nested().merge(BASE, List.of(SAFE, ANSWER)))
                .isEqualTo(new Merged.One(BASE.with("safety", Map.of("checked", true))
                        .with(
                                "answer",
                                Row.of("lang", "de").with("answer", "yes").asMap())));
        assertThat(new Merge.Nested().merge(BASE, List.of(branch("text", BASE))))
                .isEqualTo(new Merged.Collides("text", List.of("text")));
    }

    @Test
    void firstIsTheFirstInBranchOrder() {
        assertThat(new Merge.First().merge(BASE, List.of(SAFE, ANSWER))).isEqualTo(new Merged.One(SAFE.row()));
    }

    @Test
    void listHasTheChangesOfEachChildInOrder() {
        Row document = Row.of("id", 7).with("text", "ab");
        Row child = Row.of("id", 7);

        assertThat(new Merge.AsList("parts")
                        .merge(
                                document,
                                List.of(branch("1", child.with("chunk", "a")), branch("2", child.with("chunk", "b")))))
                .isEqualTo(new Merged.One(document.with("parts", List.of(Map.of("chunk", "a"), Map.of("chunk", "b")))));
        assertThat(new Merge.AsList("text").merge(document, List.of(branch("1", child))))
                .isEqualTo(new Merged.Collides("text", List.of()));
    }

    @Test
    void rowsContinueOnTheirOwn() {
        assertThat(new Merge.Rows().merge(BASE, List.of(SAFE, ANSWER)))
                .isEqualTo(new Merged.Several(List.of(SAFE.row(), ANSWER.row())));
    }

    private static Merged union(Collision collision, Arrival... arrivals) {
        return new Merge.Union(collision).merge(BASE, List.of(arrivals));
    }

    private static Arrival branch(String name, Row row) {
        return new Arrival(name, row);
    }
}
