package dev.rowan.testkit.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import dev.rowan.testkit.graph.ReferenceResult.Line;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The examples of the design, interpreted; what must come out is written by hand.
class ReferenceGraphExamplesTest {
    private static final long DIGESTS = 5L << 40; // by_customer is node 4

    @Test
    void sendsEachLanguageToItsModelAndDigestsByCustomer() throws IOException {
        ReferenceGraph graph = read("languages");
        var result = graph.interpret(
                List.of(
                        new SourceRow(1, "mail", ticket(1, "de", "ada")),
                        new SourceRow(2, "mail", ticket(2, "fr", "ada")),
                        new SourceRow(3, "chat", ticket(3, "en", "bob")),
                        new SourceRow(4, "chat", ticket(4, "de", "ada")),
                        new SourceRow(5, "chat", ticket(5, "de", "bob").with("fails", "summary"))),
                ReferenceChoices.SEQUENTIAL);

        assertThat(ends(result))
                .containsExactly(
                        "r1.0 split",
                        "r1.1 completed",
                        "r1.2 merged",
                        "r2.0 completed",
                        "r3.0 split",
                        "r3.1 completed",
                        "r3.2 merged",
                        "r4.0 split",
                        "r4.1 completed",
                        "r4.2 merged",
                        "r5.0 failed api_error",
                        "r" + DIGESTS + ".0 completed",
                        "r" + (DIGESTS + 1) + ".0 completed");
        assertThat(lines(result, "tickets"))
                .extracting(line -> line.token().row())
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(lines(result, "output"))
                .extracting(Line::row)
                .containsExactly(
                        Row.of("items", List.of(item(1), item(4))), // ada
                        Row.of("items", List.of(item(3)))); // bob
    }

    @Test
    void joinsSafetyAndAnswerWithAFallback() throws IOException {
        ReferenceGraph graph = read("safety");
        Row plain = Row.of("id", 7).with("text", "hi");
        var result = graph.interpret(
                source(
                        plain,
                        plain.with("fails", "answer"),
                        plain.with("shield", "attack"),
                        plain.with("shield", "outage")),
                ReferenceChoices.SEQUENTIAL);

        assertThat(ends(result))
                .containsExactly(
                        "r1.0 completed",
                        "r1.1 merged",
                        "r1.2 merged",
                        "r2.0 failed branch_lost", // the fallback has the same key, and fails as well
                        "r2.1 discarded join_closed",
                        "r2.2 failed api_error",
                        "r3.0 blocked branch_lost",
                        "r3.1 blocked prompt_attack",
                        "r3.2 discarded join_closed",
                        "r4.0 failed branch_lost",
                        "r4.1 failed malformed_response",
                        "r4.2 discarded join_closed");
        assertThat(lines(result, "output")).extracting(Line::row).containsExactly(plain.with("answer", "answer of 7"));
        assertThat(lines(result, "blocked"))
                .extracting(line -> line.error().orElseThrow())
                .containsExactly("branch_lost", "branch_lost", "branch_lost");
    }

    @Test
    void refusesAJoinWithoutItsSafetyBranch() throws IOException {
        ReferenceGraph graph = read("safety");
        var choices = new ReferenceChoices.Builder();
        var row = new GraphToken(1, 0);
        choices.join(row, "done", new JoinChoice("all", Set.of(2), Set.of(), Optional.empty()));
        choices.cut(new GraphToken(1, 1), "azure_prompt_shield");

        assertThatThrownBy(() -> graph.interpret(source(Row.of("id", 7)), choices.build()))
                .isInstanceOf(ChoiceNotAllowedException.class)
                .hasMessageContaining("'done'");
    }

    @Test
    void summarisesAllNotesThatCouldBeMade() throws IOException {
        ReferenceGraph graph = read("chunks");
        var result = graph.interpret(
                source(
                        Row.of("id", 7).with("text", "a|notes|c"),
                        Row.of("id", 8).with("text", "notes")),
                ReferenceChoices.SEQUENTIAL);

        assertThat(ends(result))
                .containsExactly(
                        "r1.0 completed",
                        "r1.1 merged",
                        "r1.2 failed api_error",
                        "r1.3 merged",
                        "r2.0 failed branch_lost",
                        "r2.1 failed api_error");
        Row line = lines(result, "output").getFirst().row();
        assertThat(line.names().list()).containsExactly("id", "text", "parts", "summary");
        assertThat(line.get("parts"))
                .isEqualTo(List.of(
                        Map.of("chunk", "a", "fails", "a", "notes", "notes of 7"),
                        Map.of("chunk", "c", "fails", "c", "notes", "notes of 7")));
    }

    @Test
    void asksTheStrongModelWhereTheCheapOneIsUnsureOrFails() throws IOException {
        ReferenceGraph graph = read("cascade");
        Row sure = Row.of("id", 1).with("sure", "high");
        Row unsure = Row.of("id", 2).with("sure", "low");
        Row fails = Row.of("id", 3).with("fails", "draft");
        Row failsTwice = Row.of("id", 4).with("fails", "draft final");
        var result = graph.interpret(source(sure, unsure, fails, failsTwice), ReferenceChoices.SEQUENTIAL);

        assertThat(ends(result))
                .containsExactly("r1.0 completed", "r2.0 completed", "r3.0 completed", "r4.0 failed api_error");
        assertThat(lines(result, "output"))
                .extracting(Line::row)
                .containsExactly(
                        sure.with("draft", Map.of("confidence", "high")),
                        unsure.with("draft", Map.of("confidence", "low")).with("final", "final of 2"),
                        fails.with("final", "final of 3"));
        assertThat(lines(result, "output"))
                .allSatisfy(line -> assertThat(line.error()).isEmpty());
    }

    private static Row ticket(int id, String lang, String customer) {
        return Row.of("id", id).with("lang", lang).with("customer", customer);
    }

    private static Map<String, Object> item(long id) {
        var item = new LinkedHashMap<String, Object>();
        item.put("id", id);
        item.put("summary", "summary of " + id);
        return item;
    }

    private static List<SourceRow> source(Row... rows) {
        var source = new ArrayList<SourceRow>();
        for (Row row : rows) {
            source.add(new SourceRow(source.size() + 1L, "source", row));
        }
        return source;
    }

    private static List<Line> lines(ReferenceResult result, String sink) {
        return result.sinks().getOrDefault(sink, List.of());
    }

    private static List<String> ends(ReferenceResult result) {
        var ends = new ArrayList<String>();
        result.ends()
                .forEach((token, end) -> ends.add("r" + token.row() + "." + token.part() + " "
                        + end.ending().name().toLowerCase(Locale.ROOT)
                        + end.reason().map(reason -> " " + reason).orElse("")));
        return ends;
    }

    private static ReferenceGraph read(String name) throws IOException {
        try (InputStream file = ReferenceGraphExamplesTest.class.getResourceAsStream(name + ".yaml")) {
            Object loaded = new Load(LoadSettings.builder().build()).loadFromInputStream(Objects.requireNonNull(file));
            var settings = new LinkedHashMap<String, Object>();
            ((Map<?, ?>) loaded).forEach((key, value) -> settings.put(String.valueOf(key), value));
            return ReferenceGraph.parse(settings, new ExampleScript());
        }
    }
}
