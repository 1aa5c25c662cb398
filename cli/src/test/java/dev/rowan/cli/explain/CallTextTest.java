package dev.rowan.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.report.CallJson;
import dev.rowan.engine.report.JobNames;
import dev.rowan.engine.report.RowDetails;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RowHistory.Visit;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CallTextTest {
    private static final Usage USED = new Usage(
            Optional.of(1_120L),
            Optional.of(1_024L),
            Optional.empty(),
            Optional.of(15L),
            Optional.of(0L),
            Optional.empty());
    private static final String REQUEST = "POST https://api.example.org/v1/chat/completions HTTP/1.1\r\n"
            + "Authorization: [secret]\r\n\r\n{\"model\":\"m\"}";
    private static final String REPLY = "HTTP/1.1 200\r\nx-request-id: req_1\r\n\r\n{\"text\":\"\u001b[2J\u202egood\"}";

    private static Usd usd(String dollars) {
        return Usd.of(new BigDecimal(dollars));
    }

    private static CallHistory.Attempt attempt(int number, Optional<CallHistory.End> end) {
        return new CallHistory.Attempt(number, FakeTime.START, usd("0.004"), end, Optional.empty(), "0".repeat(64));
    }

    private static final CallHistory CALL = new CallHistory(
            new CallKey(17, 0, 1, 0, 1, "abc"),
            "key",
            Optional.of(Payload.utf8(REQUEST)),
            List.of(
                    attempt(
                            1,
                            Optional.of(new CallHistory.End(
                                    FakeTime.START,
                                    CallState.REJECTED,
                                    "capacity",
                                    OptionalInt.of(429),
                                    Usage.unknown(),
                                    Usd.ZERO,
                                    true,
                                    new CallTimes(3_000, 0, 12_000, 11_900),
                                    Optional.of("req_0\u001b[31m"),
                                    Optional.empty()))),
                    attempt(
                            2,
                            Optional.of(new CallHistory.End(
                                    FakeTime.START,
                                    CallState.ANSWERED,
                                    "answered",
                                    OptionalInt.of(200),
                                    USED,
                                    usd("0.00125"),
                                    true,
                                    new CallTimes(2_000_000, 1_000, 812_000, 790_000),
                                    Optional.of("req_1"),
                                    Optional.of(Payload.utf8(REPLY))))),
                    attempt(
                            3,
                            Optional.of(new CallHistory.End(
                                    FakeTime.START,
                                    CallState.NOT_SENT,
                                    "dns",
                                    OptionalInt.empty(),
                                    Usage.unknown(),
                                    Usd.ZERO,
                                    true,
                                    new CallTimes(0, 0, 0, 0),
                                    Optional.empty(),
                                    Optional.empty()))),
                    attempt(
                            4,
                            Optional.of(new CallHistory.End(
                                    FakeTime.START,
                                    CallState.UNKNOWN,
                                    "reset",
                                    OptionalInt.empty(),
                                    Usage.unknown(),
                                    usd("0.004"),
                                    false,
                                    new CallTimes(0, 0, 12_000, 0),
                                    Optional.empty(),
                                    Optional.empty()))),
                    attempt(5, Optional.empty())),
            Optional.empty(),
            Optional.empty());

    private static String text(int width, DetailLevel extent) {
        return String.join(
                "\n",
                new CallText(width, extent, JobNames.NONE, "", TestShell.ofWidth(80, new FakeTime())).lines(CALL));
    }

    @Test
    void showsEveryAttempt() {
        assertThat(text(80, new DetailLevel(false, false, false)))
                .isEqualTo("""
                  call 1
                    attempt 1  rejected 429 (capacity) · pacer 3.0 ms · wire 12 ms, first byte
                               after 12 ms
                               $0 · request req_0
                    attempt 2  answered 200 · pacer 2.0 s · permit 1.0 ms · wire 812 ms, first
                               byte after 790 ms
                               1,120 tokens in (1,024 cached) · 15 out · $0.00125 · request
                               req_1
                    attempt 3  not sent (dns)
                               $0
                    attempt 4  unknown (reset) · wire 12 ms
                               at most $0.004
                    attempt 5  open: no end recorded, at most $0.004""".indent(2).stripTrailing());
    }

    @Test
    void showsRequestsAndRepliesWhenAskedWithoutWhatAScreenWouldActUpon() {
        assertThat(text(200, new DetailLevel(false, true, false)))
                .contains("""
                      request
                        POST https://api.example.org/v1/chat/completions HTTP/1.1
                        Authorization: [secret]

                        {"model":"m"}
                """)
                .contains("""
                      reply
                        HTTP/1.1 200
                        x-request-id: req_1

                        {"text":"good"}
                """)
                .contains("      reply  not recorded")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void cutsLongMessagesUnlessAllIsWanted() {
        var call = new CallHistory(
                CALL.key(),
                "key",
                Optional.of(Payload.utf8("x".repeat(5_000))),
                List.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(new CallText(
                                80,
                                new DetailLevel(false, true, false),
                                JobNames.NONE,
                                "",
                                TestShell.ofWidth(80, new FakeTime()))
                        .lines(call))
                .contains("        … (5,000 characters; use --full to show all)");
        assertThat(new CallText(
                                80,
                                new DetailLevel(true, true, false),
                                JobNames.NONE,
                                "",
                                TestShell.ofWidth(80, new FakeTime()))
                        .lines(call))
                .contains("        " + "x".repeat(5_000));
    }

    @Test
    void keepsWithinTheScreen() {
        assertThat(text(80, new DetailLevel(false, false, false)).lines())
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(80));
    }

    private static String json(RowDetails details) {
        var visit = new Visit(
                "s",
                0,
                0,
                "ask",
                "llm",
                1,
                "completed",
                CALL.attempts().getFirst().intended(),
                Optional.empty(),
                Optional.empty(),
                Row.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                RowHistory.Branching.NONE,
                List.of(CALL));
        return new CallJson(visit, CALL, JobNames.NONE, details).json().line();
    }

    @Test
    void printsTheSameAsJson() {
        assertThat(json(RowDetails.NONE))
                .contains("\"number\":1", "\"state\":\"rejected\"", "\"http_status\":429", "\"cost_usd\":0.00125")
                .contains("\"state\":\"open\"", "\"cached_tokens\":1024", "\"pacer_seconds\":2.0")
                .doesNotContain("Authorization");
        assertThat(json(RowDetails.MESSAGES))
                .contains("Authorization: [secret]", "\"reply\":\"HTTP/1.1 200")
                .doesNotContain("\u001b", "\u202e");
    }
}
