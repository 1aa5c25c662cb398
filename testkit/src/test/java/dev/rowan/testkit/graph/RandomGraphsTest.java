package dev.rowan.testkit.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Random graphs are valid, and a simulated run of each agrees with the reference unless it has a planted bug.
@Tag("slow")
class RandomGraphsTest {
    private static final int GRAPHS = 300;
    private static final int ROWS = 20;

    @Test
    void areValidAndHaveEverything() {
        var seen = new TreeMap<String, Integer>();
        for (long seed = 0; seed < GRAPHS; seed++) {
            GraphCase made = made(seed);
            ReferenceModel model = graph(made, seed).model();
            assertThat(model.nodes()).as("seed %d\n%s", seed, made.yaml()).hasSizeLessThanOrEqualTo(12);
            for (ReferenceNode node : model.nodes()) {
                seen.merge(node.getClass().getSimpleName(), 1, Integer::sum);
                if (node instanceof ReferenceNode.Join join) {
                    seen.merge(join.policy().word(), 1, Integer::sum);
                    seen.merge(join.merge(), 1, Integer::sum);
                }
            }
        }
        assertThat(seen)
                .containsOnlyKeys(
                        "Step",
                        "Gate",
                        "Fork",
                        "Join",
                        "Aggregate",
                        "all",
                        "any",
                        "quorum",
                        "best_effort",
                        "union",
                        "nested",
                        "first",
                        "list",
                        "rows")
                .allSatisfy((word, count) -> assertThat(count).as(word).isGreaterThan(5));
    }

    @Test
    void haveOnlyTheFeaturesAskedFor() {
        for (long seed = 0; seed < GRAPHS; seed++) {
            GraphCase made = new RandomGraphs(new Random(seed), Set.of()).next(ROWS);
            assertThat(graph(made, seed).model().nodes())
                    .allMatch(node -> node instanceof ReferenceNode.Step || node instanceof ReferenceNode.Gate)
                    .allMatch(node -> node.mostChildren() == 0);
            assertThat(made.settings()).containsKey("source");
        }
    }

    @Test
    void printThemselvesAsYaml() {
        for (long seed = 0; seed < GRAPHS; seed++) {
            GraphCase made = made(seed);
            Object read = new Load(LoadSettings.builder().build()).loadFromString(made.yaml());
            assertThat(read).as("seed %d\n%s", seed, made.yaml()).isEqualTo(made.settings());
        }
    }

    @Test
    void simulatedRunsAgreeWithTheReference() {
        for (long seed = 0; seed < GRAPHS; seed++) {
            GraphCase made = made(seed);
            long same = seed;
            Optional<String> difference = difference(made, seed, PlantedBug.NONE);
            assertThat(difference)
                    .as(() -> "seed " + same + "\n"
                            + made.shrink(smaller -> difference(smaller, same, PlantedBug.NONE)
                                            .isPresent())
                                    .yaml())
                    .isEmpty();
        }
    }

    @Test
    void coverEveryOutcome() {
        var seen = new LinkedHashMap<String, Integer>();
        for (long seed = 0; seed < 300; seed++) {
            made(seed)
                    .graph()
                    .interpret(made(seed).rows(), ReferenceChoices.SEQUENTIAL)
                    .ends()
                    .values()
                    .forEach(end -> seen.merge(
                            end.ending() + end.reason().map(code -> " " + code).orElse(""), 1, Integer::sum));
        }
        assertThat(seen)
                .containsKeys(
                        "COMPLETED",
                        "SPLIT",
                        "MERGED",
                        "DISCARDED join_closed",
                        "FAILED branch_lost",
                        "BLOCKED branch_lost",
                        "FAILED merge_collision",
                        "FAILED malformed_response",
                        "FAILED no_route",
                        "FAILED expression_error",
                        "FAILED too_many_rows",
                        "FAILED scripted_refusal");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findAPlantedBug(PlantedBug bug) {
        long found = LongStream.range(0, GRAPHS)
                .filter(seed -> difference(made(seed), seed, bug).isPresent())
                .findFirst()
                .orElse(-1);
        assertThat(found).as("%s", bug).isNotNegative();
    }

    @Test
    void shrinkToWhatMatters() {
        long seed = LongStream.range(0, GRAPHS)
                .filter(each -> made(each).graph().model().nodes().size() > 8
                        && difference(made(each), each, PlantedBug.SKIPPED_SAFETY_BRANCH)
                                .isPresent())
                .findFirst()
                .orElseThrow();

        GraphCase smallest = made(seed)
                .shrink(smaller -> difference(smaller, seed, PlantedBug.SKIPPED_SAFETY_BRANCH)
                        .isPresent());

        assertThat(smallest.rows()).hasSize(1);
        assertThat(smallest.graph().model().nodes()).as(smallest.yaml()).hasSizeLessThanOrEqualTo(5);
    }

    /// How a simulated run differs from what the reference allows.
    private static Optional<String> difference(GraphCase made, long seed, PlantedBug bug) {
        ReferenceGraph graph = made.graph();
        if (graph.model().isChain()) {
            return Optional.empty(); // the simulation knows only numbers that do not depend on the order
        }
        var run = new SimulatedRun(graph, new Random(seed), bug);
        try {
            new SimulatedGroups(run).run(made.rows());
            ReferenceResult expected = graph.interpret(made.rows(), run.choices.build());
            ReferenceResult actual = run.result();
            return expected.equals(actual) ? Optional.empty() : Optional.of(parts(expected, actual));
        } catch (ChoiceNotAllowedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String parts(ReferenceResult expected, ReferenceResult actual) {
        var differences = new TreeMap<GraphToken, String>();
        expected.ends().forEach((token, end) -> differences.put(token, "must be " + end));
        actual.ends()
                .forEach((token, end) -> differences.merge(
                        token, "must be " + end, (one, other) -> one.equals(other) ? null : one + ", got " + other));
        return differences.isEmpty() ? expected.sinks() + "\nbut\n" + actual.sinks() : differences.toString();
    }

    private static GraphCase made(long seed) {
        return new RandomGraphs(new Random(seed)).next(ROWS);
    }

    private static ReferenceGraph graph(GraphCase made, long seed) {
        try {
            return made.graph();
        } catch (IllegalArgumentException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + made.yaml(), e);
        }
    }
}
