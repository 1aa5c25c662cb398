package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Estimates of the examples against what their runs used. How many calls come behind checks and gates is known from
/// the record alone, so that without one the tokens of a call are compared. Not here: `digest`, whose last model comes
/// behind an aggregate, which is not planned.
///
/// The few rows of small examples are repeated under other ids, which takes a second, while running an example until
/// there are enough answers takes fifty runs.
@Tag("slow")
@Timeout(300)
class EstimateAccuracyTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final int ENOUGH_ANSWERS = 200;
    private static final int MAX_RUNS = 5;
    private static final int FEW_ROWS = 20;
    private static final int COPIES = 50;

    @TempDir
    private Path folder;

    /// Calls with tokens in and out.
    private record Tokens(long calls, long input, long output) {
        static final Tokens NONE = new Tokens(0, 0, 0);

        long total() {
            return input + output;
        }

        Tokens plus(Tokens other) {
            return new Tokens(calls + other.calls, input + other.input, output + other.output);
        }

        /// By node, of those that use tokens.
        static Map<String, Tokens> of(Map<?, ?> json, String calls) {
            var nodes = new TreeMap<String, Tokens>();
            for (Object each : (List<?>) Objects.requireNonNull(json.get("nodes"))) {
                Map<?, ?> node = (Map<?, ?>) each;
                var tokens =
                        new Tokens(number(node, calls), number(node, "input_tokens"), number(node, "output_tokens"));
                if (tokens.input() > 0) {
                    nodes.put(String.valueOf(node.get("node")), tokens);
                }
            }
            return nodes;
        }

        static Tokens sum(Map<String, Tokens> nodes) {
            return nodes.values().stream().reduce(NONE, Tokens::plus);
        }

        private static long number(Map<?, ?> object, String name) {
            return ((Number) Objects.requireNonNull(object.get(name), name)).longValue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "batch",
                "moderation",
                "graphs/appeal",
                "graphs/cascade",
                "graphs/chunks",
                "graphs/language",
                "graphs/parallel_safety",
                "graphs/sources"
            })
    void isNearColdAndNearerWithAnswersOnRecord(String example) throws Exception {
        Program program = copy(example).variable("POLL", "10ms");
        Map<String, Tokens> cold = Tokens.of(run(program, "estimate", "pipeline.yaml", "--json"), "calls");
        Map<String, Tokens> used = Map.of();
        long answers = 0;
        for (int i = 0; i < MAX_RUNS && answers < ENOUGH_ANSWERS; i++) {
            used = Tokens.of(run(program, "run", "pipeline.yaml", "--json", "-q", "--overwrite"), "answered");
            answers += Tokens.sum(used).calls();
        }
        Map<String, Tokens> known = Tokens.of(run(program, "estimate", "pipeline.yaml", "--json"), "calls");
        System.out.println(example + ": cold " + cold + ", on record " + known + ", used " + used);
        for (Map.Entry<String, Tokens> node : cold.entrySet()) {
            Tokens actual = Objects.requireNonNull(used.get(node.getKey()), node.getKey());
            double each = (double) actual.input() / actual.calls();
            assertThat((double) node.getValue().input() / node.getValue().calls())
                    .as("input of a call of " + node.getKey() + ", cold")
                    .isBetween(each * 0.8, each * 1.2);
        }
        Tokens actual = Tokens.sum(used);
        assertThat((double) Tokens.sum(known).input())
                .as("input, from the record")
                .isBetween(actual.input() * 0.9, actual.input() * 1.1);
        assertThat((double) Tokens.sum(known).total())
                .as("all tokens, from the record")
                .isBetween(actual.total() * 0.9, actual.total() * 1.1);
    }

    private Program copy(String example) throws IOException {
        var program = new Program(folder);
        try (Stream<Path> files = Files.list(EXAMPLES.resolve(example))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(file.getFileName());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                repeatFewRows(copy);
            }
        }
        return program;
    }

    /// The id is in the first column or member of each row.
    private static void repeatFewRows(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
            return;
        }
        List<String> lines = Files.readAllLines(file);
        int header = name.endsWith(".csv") ? 1 : 0;
        List<String> rows = lines.subList(header, lines.size());
        if (rows.size() > FEW_ROWS) {
            return;
        }
        var repeated = new ArrayList<>(lines);
        for (int copy = 2; copy <= COPIES; copy++) {
            for (String row : rows) {
                repeated.add(row.replaceFirst("[a-z][0-9]+", "$0-" + copy));
            }
        }
        Files.write(file, repeated);
    }

    private static Map<?, ?> run(Program program, String... arguments) throws Exception {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.err())
                .isIn(0, 4);
        return ran.json();
    }
}
