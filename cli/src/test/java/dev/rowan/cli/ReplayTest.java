package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A run with rows of every outcome, replayed after its service has stopped.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ReplayTest {
    private static final int ROWS = 60;
    private static final String PIPELINE = """
            run: {name: reviews, order: ORDER, deadline: 1h}
            source: {plugin: csv, options: {path: reviews.csv, id: id, on_error: unreadable}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["password"], on_error: blocked}
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "What mood is this: {{ text }}"
                  output_key: mood
                  delivery: at_most_once
                  max_capacity_retry_seconds: 1
                  retry: {max_attempts: 2, initial_delay: 1ms}
                  on_error: failed
              - plugin: llm
                name: reply
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Answer {{ text }} in the mood {{ mood }}"
                  output_key: reply
                  retry: {max_attempts: 2, initial_delay: 1ms}
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/rows.jsonl}}
              blocked: {plugin: csv, options: {path: out/blocked.csv}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
              unreadable: {plugin: jsonl, options: {path: out/bad/rows.jsonl}}
            """;

    @TempDir
    private Path work;

    private Path recorded;
    private Map<String, String> addresses = Map.of();
    private Path folder;
    private Program program;

    @BeforeAll
    void runOnce(@TempDir Path given) throws IOException {
        recorded = given;
        try (var simulator = SimulatorProcess.start(
                recorded,
                "Press Ctrl-C to stop.",
                "--seed",
                "7",
                "--fault",
                "openai_chat/status:400=0.08",
                "--fault",
                "openai_chat/status:500=0.2",
                "--fault",
                "openai_chat/status:429=0.1",
                "--fault",
                "openai_chat/lost_reply=0.08")) {
            addresses = simulator.exports();
            for (String order : List.of("input", "none")) {
                var first = new Program(Files.createDirectory(recorded.resolve(order)));
                first.write("pipeline.yaml", PIPELINE.replace("ORDER", order));
                first.write("reviews.csv", reviews());
                addresses.forEach(first::variable);
                Ran ran = first.run("run", "pipeline.yaml");
                assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(4);
                assertThat(ran.out()).contains("completed", "blocked", "failed", "indeterminate", "quarantined");
            }
            var stopped = new Program(Files.createDirectory(recorded.resolve("changed")));
            stopped.write("pipeline.yaml", PIPELINE.replace("ORDER", "input"));
            stopped.write("reviews.csv", reviews());
            addresses.forEach(stopped::variable);
            assertThat(stopped.run("run", "pipeline.yaml", "--limit", "25").code())
                    .isEqualTo(5);
            stopped.write("pipeline.yaml", PIPELINE.replace("ORDER", "input").replace("What mood", "Which mood"));
            assertThat(stopped.run("resume", "latest", "--accept-change").code())
                    .isEqualTo(4);
            assertThat(stopped.run("retry", "latest").out()).contains("completed");
        }
    }

    private static String reviews() {
        var text = new StringBuilder("id,text\n");
        for (int i = 1; i <= ROWS; i++) {
            text.append(i).append(i % 10 == 3 ? ",my password\n" : i % 20 == 7 ? ",a,b,c\n" : ",review " + i + "\n");
        }
        return text.toString();
    }

    @BeforeEach
    void copyTheRecord() throws IOException {
        use("input");
    }

    /// A copy of a recorded run that a test may damage. No key is set.
    private void use(String order) throws IOException {
        folder = Files.createTempDirectory(work, order);
        Path from = recorded.resolve(order);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
        String pipeline = Files.readString(folder.resolve("pipeline.yaml"));
        program = new Program(folder);
        program.write("pipeline.yaml", pipeline);
        addresses.forEach((name, value) -> {
            if (!name.contains("KEY")) {
                program.variable(name, value);
            }
        });
        Files.delete(folder.resolve("reviews.csv"));
    }

    private void assertSameFile(String now, String then) throws IOException {
        assertThat(folder.resolve("again").resolve(now)).hasSameBinaryContentAs(folder.resolve(then));
    }

    @Test
    void givesTheSameBytesWithoutServiceKeyAndInput() throws IOException {
        for (String order : List.of("input", "none")) {
            use(order);
            Ran ran = program.run("replay", "latest", "--to", "again");

            assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
            assertThat(ran.out()).contains("all sinks are byte-identical", "60 rows", "0 calls sent");
            assertSameFile("rows.jsonl", "out/rows.jsonl");
            assertSameFile("blocked.csv", "out/blocked.csv");
            assertSameFile("failed.jsonl", "out/failed.jsonl");
            assertSameFile("unreadable-rows.jsonl", "out/bad/rows.jsonl");
            assertThat(program.run("runs").out().lines().filter(line -> line.contains("reviews")))
                    .as("a strict replay is no run of the landscape")
                    .hasSize(1);
        }
    }

    /// Where nothing can be reached, and as a control that this is so: a run gets no answer there.
    @Test
    void needsNoNetwork() throws IOException, InterruptedException {
        assumeTrue(withoutNetwork("--version").code() == 0, "unshare -n needs root");

        Ran ran = withoutNetwork("replay", "latest");
        assertThat(ran.code()).as(ran.out()).isZero();
        assertThat(ran.out()).contains("all sinks are byte-identical");

        var other = new Program(Files.createTempDirectory(work, "control"));
        other.write(
                "pipeline.yaml",
                PIPELINE.replace("ORDER", "input, service_down_timeout: 1s")
                        .replace("openai/gpt-4o-mini", "simulator/chat"));
        folder = other.path("");
        assertThat(withoutNetwork("run", "pipeline.yaml").out()).contains("could not be reached");
    }

    private Ran withoutNetwork(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "unshare",
                "-n",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rowan.cli.Main"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        addresses.forEach((name, value) -> {
            if (!name.contains("KEY")) {
                builder.environment().put(name, value);
            }
        });
        try {
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), out, "");
        } catch (IOException noUnshare) {
            return new Ran(1, String.valueOf(noUnshare.getMessage()), "");
        }
    }

    @Test
    void leavesNothingBehindByDefault() throws IOException, JsonException {
        Map<?, ?> json = program.run("replay", "latest", "--json", "-q").json();
        assertThat(json.get("equal")).isEqualTo(true);
        assertThat(json.get("calls_sent")).isEqualTo(0L);
        assertThat((Long) json.get("calls_recalled")).isGreaterThan(30);
        assertThat((Long) json.get("visits_as_recorded")).isPositive();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .filteredOn(name -> !name.startsWith("rowan.db"))
                    .containsExactlyInAnyOrder("pipeline.yaml", "out");
        }
    }

    @Test
    void reportsAModifiedAnswer() throws SQLException {
        long row = change("UPDATE call_end SET payload = ? WHERE event_id = ?", "reply", true);

        Ran ran = program.run("replay", "latest");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("sinks differ", "sink 'output': recorded ", "first difference at byte")
                .contains("rows.jsonl, row " + row);
    }

    @Test
    void reportsTheRequestAffectedByAChangedAnswer() throws SQLException {
        long row = change("UPDATE call_end SET payload = ? WHERE event_id = ?", "mood", true);

        Ran ran = program.run("replay", "latest");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("row " + row + ", transform 'reply', call 1 has no recorded answer: another request");
    }

    @Test
    void failsWhereAnAnswerIsMissing() throws SQLException {
        long row = change("DELETE FROM call_end WHERE payload <> ? AND event_id = ?", "mood", false);

        Ran ran = program.run("replay", "latest");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("row " + row + ", transform 'mood', call 1 has no recorded answer", "yet the row passed");
    }

    /// Changes the answer of the first row that passed, with its text altered or as it is; gives the row's number.
    private long change(String sql, String node, boolean alter) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                PreparedStatement find = connection.prepareStatement(
                        "SELECT e.event_id, e.row_seq, e.payload FROM call_end e JOIN outcome o ON o.row_seq = e.row_seq"
                                + " WHERE e.node = ? AND e.state = 'answered' AND o.outcome = 'completed' LIMIT 1")) {
            find.setInt(1, node.equals("mood") ? 1 : 2);
            try (ResultSet found = find.executeQuery();
                    PreparedStatement update = connection.prepareStatement(sql)) {
                assertThat(found.next()).isTrue();
                String reply = new String(found.getBytes(3), StandardCharsets.ISO_8859_1);
                int at = reply.indexOf("\"content\":\"") + "\"content\":\"".length();
                String other = reply.substring(0, at) + (reply.charAt(at) == 'x' ? 'y' : 'x') + reply.substring(at + 1);
                update.setBytes(1, (alter ? other : "").getBytes(StandardCharsets.ISO_8859_1));
                update.setLong(2, found.getLong(1));
                assertThat(update.executeUpdate()).isEqualTo(1);
                return found.getLong(2);
            }
        }
    }

    @Test
    void replaysARunThatWasStoppedChangedAndResumed() throws IOException {
        use("changed");
        assertThat(runs()).hasSize(2);
        String first = runs().getLast();

        Ran ran = program.run("replay", first);

        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("all sinks are byte-identical", "60 rows", "recorded with a different request");
    }

    @Test
    void replaysAContinuationAfterExistingOutput() throws IOException {
        use("changed");
        Ran ran = program.run("replay", runs().getFirst(), "--to", "again");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertSameFile("rows.jsonl", "out/rows.jsonl");
        assertSameFile("failed.jsonl", "out/failed.jsonl");
    }

    /// The ids of the runs, the newest first.
    private List<String> runs() {
        return Pattern.compile("\"run\":\"([^\"]+)\"")
                .matcher(program.run("runs", "--json").out())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void needsNoServiceFromATransformThatIsAsItWas() {
        addresses.forEach(program::variable);

        Ran ran = program.run("replay", "latest", "--from", "reply", "--to", "again");

        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(4);
        assertThat(ran.out()).contains("all sinks are byte-identical", "0 calls sent", "recorded as run");
        assertThat(program.run("replay", "latest").err()).contains("is itself a replay of run");
    }

    @Test
    void asksOnlyWhatATransformThatChangedAsks() throws IOException, JsonException {
        addresses.forEach(program::variable);
        program.write("pipeline.yaml", PIPELINE.replace("ORDER", "input").replace("Answer {{", "Reply to {{"));
        String port = addresses.getOrDefault("OPENAI_BASE_URL", "").replaceAll(".*:(\\d+).*", "$1");
        try (var simulator = SimulatorProcess.start(folder, "Press Ctrl-C to stop.", "--port", port)) {
            Map<?, ?> json = program.run(
                            "replay", "latest", "pipeline.yaml", "--from", "reply", "--to", "again", "--json", "-q")
                    .json();

            long sent = json.get("calls_sent") instanceof Long count ? count : 0;
            assertThat(json.get("equal")).isEqualTo(false);
            assertThat(sent).isPositive();
            assertThat((Long) json.get("calls_recalled")).isGreaterThanOrEqualTo(sent);
            assertThat(simulator.stop()).singleElement().asString().contains(sent + " calls billed");
        }
        assertThat(Files.readAllLines(folder.resolve("again/failed.jsonl")))
                .as("what failed before that transform failed again, as then")
                .containsAll(Files.readAllLines(folder.resolve("out/failed.jsonl")).stream()
                        .filter(line -> line.contains("\"node\":\"mood\""))
                        .toList());
        assertThat(program.run("status", "latest").code()).isZero();
    }

    @Test
    void refusesAnEarlierTransformThatChanged() throws IOException {
        addresses.forEach(program::variable);
        program.write("pipeline.yaml", PIPELINE.replace("ORDER", "input").replace("What mood", "Which mood"));
        Ran ran = program.run("replay", "latest", "pipeline.yaml", "--from", "reply", "--to", "again");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("transform 'mood' differs from the one recorded by run");
        assertThat(program.run("replay", "latest", "--from", "reply").err()).contains("--to DIR");
        assertThat(program.run("replay", "latest", "--from", "none", "--to", "again")
                        .err())
                .contains("--from must name a transform, got 'none'; available: keyword_filter, mood, reply");
    }

    @Test
    void refusesAPromptThatIsNotTheRecordedOne() throws IOException {
        program.write("other.yaml", PIPELINE.replace("ORDER", "input").replace("What mood", "Which mood"));

        Ran ran = program.run("replay", "latest", "other.yaml");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("transform 'mood' differs from the one recorded by run", "--from mood");
    }

    @Test
    void namesTheRowsWhoseValuesWereDeleted() {
        program.run("purge", "--run", "latest", "--row", "5", "--yes");
        Ran ran = program.run("replay", "latest");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("row 5 were deleted");
    }

    @Test
    void doesNotReplaceTheOutputOfTheRun() throws IOException {
        var other = new Program(Files.createTempDirectory(work, "local"));
        assertThat(other.run("run", "pipeline.yaml").code()).isZero();
        Path output = other.path("out/output.jsonl");
        byte[] before = Files.readAllBytes(output);

        Ran refused = other.run("replay", "latest", "--to", "out");
        assertThat(refused.code()).isEqualTo(1);
        Ran overwrites = other.run("replay", "latest", "--to", "out", "--overwrite");
        assertThat(overwrites.code()).isEqualTo(1);
        assertThat(overwrites.err()).contains("--to must not be the directory of");
        assertThat(output).hasBinaryContent(before);
        assertThat(other.run("replay", "latest").code()).isZero();
    }
}
