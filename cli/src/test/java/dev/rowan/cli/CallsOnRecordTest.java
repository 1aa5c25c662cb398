package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.json.JsonException;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the commands report about runs that called a service: a simulated one, a paid one, and one that was killed.
class CallsOnRecordTest {
    private static final Instant AT = Instant.parse("2026-11-15T09:30:00Z");
    private static final Row ROW = Row.of("text", "good");
    private static final CallKey KEY = new CallKey(1, 0, 0, 0, 1, "ab".repeat(32));
    private static final LogEntry.CallIntended INTENDED = new LogEntry.CallIntended(
            KEY,
            1,
            AT,
            new Usd(4_000_000_000L),
            Optional.of(Payload.utf8("POST https://service/ HTTP/1.1\r\nAuthorization: [secret]\r\n\r\n{\"q\":1}")),
            Optional.empty());

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void recordRuns() throws IOException, InterruptedException {
        program = new Program(folder);
        List<LogEntry> called = List.of(
                new LogEntry.RowRead(1, AT, "line 2", Optional.empty(), ROW, Optional.empty()),
                INTENDED,
                new LogEntry.CallEnded(
                        KEY,
                        1,
                        AT.plusMillis(90),
                        CallState.ANSWERED,
                        "answered",
                        OptionalInt.of(200),
                        new Usage(
                                Optional.of(12L),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(3L),
                                Optional.empty(),
                                Optional.empty()),
                        new Usd(1_250_000_000L),
                        true,
                        new CallTimes(0, 0, 80_000, 0),
                        Optional.of("req_1"),
                        Optional.of(Payload.utf8("HTTP/1.1 200\r\n\r\n{\"a\":\"\u001b[2Jfine\"}")),
                        OptionalLong.empty()),
                new LogEntry.StateClosed(
                        new LogEntry.StateKey(1, 0, 0, 1),
                        AT,
                        AT.plusMillis(91),
                        new LogEntry.Waits(0, 0, 0, 0, 0, 80_000),
                        new LogEntry.Result.Passed(ROW, ROW.with("answer", "fine"))),
                new LogEntry.OutcomeReached(
                        1,
                        0,
                        AT.plusMillis(95),
                        Outcome.COMPLETED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("output"),
                        0,
                        0,
                        95_000));
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom())) {
            record(landscape, run("20261115-093000-paid", Map.of()), called, true);
            record(landscape, run("20261115-093001-simu", Map.of("simulated", true)), called, true);
            record(landscape, run("20261115-093002-dead", Map.of()), called.subList(0, 2), false);
        }
    }

    private static RunStart run(String id, Map<String, Object> settings) {
        return new RunStart(
                id,
                "reviews",
                "0.1.0",
                "",
                Map.copyOf(settings),
                List.of(),
                "ada",
                Optional.empty(),
                "csv reviews.csv",
                List.of(new RunStart.Node(0, "llm", "llm", "1", List.of(), "ab", Optional.empty(), Map.of())),
                List.of());
    }

    private static void record(Landscape landscape, RunStart run, List<LogEntry> entries, boolean ends)
            throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(run)) {
            recorder.record(entries);
            if (ends) {
                recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty()));
            }
        }
    }

    @Test
    void explainsEachAttemptOfARow() {
        assertThat(program.run("explain", "20261115-093000", "--row", "1").out())
                .contains("""
                        llm  completed in 91 ms
                          waits   on the wire 80 ms
                          call 1
                            attempt 1  answered 200 · wire 80 ms
                                       12 tokens in · 3 out · $0.00125 · request req_1
                          + answer: "fine"
                        """)
                .doesNotContain("https://service/");
        assertThat(program.run("explain", "20261115-093000", "--row", "1", "--requests")
                        .out())
                .contains("        POST https://service/ HTTP/1.1\n", "        {\"a\":\"fine\"}\n");
        assertThat(program.run("explain", "20261115-093002", "--row", "1").out())
                .contains("(reviews, killed)", "attempt 1  open: no end recorded, at most $0.004")
                .endsWith("no outcome  the run ended before this row finished\n");
        assertThat(program.run("explain", "20261115-093001", "--row", "1").out())
                .contains("(reviews, completed, SIMULATED)");
    }

    @Test
    void addsThemUpInStatusAndRuns() throws JsonException {
        assertThat(program.run("status", "20261115-093000").out())
                .contains("  calls     1\n  attempts  1: 1 answered\n", "  cost      $0.00125\n");
        assertThat(program.run("status", "20261115-093001").out())
                .contains(", SIMULATED\n", "not billed; would be $0.00125");
        assertThat(program.run("status", "20261115-093002").out())
                .contains("of reviews: killed, last heartbeat", "  attempts  1: 1 open\n")
                .contains("  cost      $0 and at most $0.004 more\n");
        assertThat(program.run("runs").out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("rows  calls            cost"),
                        line -> assertThat(line).contains("dead", "killed").endsWith("1      1  at most $0.004"),
                        line -> assertThat(line).contains("simu").endsWith("SIMULATED"),
                        line -> assertThat(line).contains("paid").endsWith("$0.00125"));
        Map<?, ?> status = program.run("status", "20261115-093001", "--json").json();
        assertThat(status.get("simulated")).isEqualTo(true);
        assertThat(status.get("calls")).isEqualTo(1L);
        assertThat(status.get("cost_usd")).isEqualTo(new BigDecimal("0.00125"));
        assertThat(status.get("attempts_by_state")).isEqualTo(Map.of("answered", 1L));
    }

    @Test
    void printsTheCallsOfARowAsJson() {
        assertThat(program.run("explain", "20261115-093000", "--row", "1", "--json")
                        .out())
                .contains("\"calls\":[{\"number\":1", "\"request_id\":\"req_1\"", "\"simulated\":false")
                .doesNotContain("https://service/");
    }
}
