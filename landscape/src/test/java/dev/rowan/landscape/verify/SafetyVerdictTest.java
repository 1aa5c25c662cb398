package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// I15 in runs that were killed and resumed, some with other requests: each list holds the calls of one process at a
/// safety node, and the last process passes the row.
class SafetyVerdictTest {
    private static final int SAFETY_NODE = 2;

    @TempDir
    private Path folder;

    private static CallKey key(int generation, int number) {
        return new CallKey(
                1, 0, SAFETY_NODE, generation, number, request(generation).sha256());
    }

    /// Every generation has its own request.
    private static Payload request(int generation) {
        return Payload.utf8("POST https://service-" + generation + "/ HTTP/1.1\r\n\r\n{\"q\": \"good\"}");
    }

    private static List<LogEntry> sent(int generation, int number, int attempt) {
        return List.of(new LogEntry.CallIntended(
                key(generation, number),
                attempt,
                Samples.T,
                Usd.ZERO,
                Optional.of(request(generation)),
                Optional.empty()));
    }

    private static List<LogEntry> ended(int generation, int number, int attempt, CallState state, String standing) {
        var entries = new ArrayList<>(sent(generation, number, attempt));
        entries.add(new LogEntry.CallEnded(
                key(generation, number),
                attempt,
                Samples.T,
                state,
                standing,
                OptionalInt.empty(),
                Calls.usage(),
                Usd.ZERO,
                true,
                Calls.TIMES,
                Optional.empty(),
                Optional.of(Calls.REQUEST),
                OptionalLong.empty()));
        return entries;
    }

    private static List<LogEntry> readable(int generation, int number, int attempt) {
        return ended(generation, number, attempt, CallState.ANSWERED, "answered");
    }

    private static List<LogEntry> unreadable(int generation, int number) {
        return ended(generation, number, 1, CallState.ANSWERED, "unreadable");
    }

    private static List<LogEntry> both(List<LogEntry> first, List<LogEntry> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /// The invariants that the run breaks.
    @SafeVarargs
    private List<String> broken(List<LogEntry>... processes) throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom())) {
            for (int i = 0; i < processes.length; i++) {
                try (LandscapeRecorder recorder = i == 0
                        ? landscape.start(SoundRun.run("1"))
                        : landscape.resume(SoundRun.ID, Samples.RESUME).recorder()) {
                    record(recorder, i == 0 ? before() : List.of());
                    record(recorder, processes[i]);
                    if (i == processes.length - 1) {
                        record(recorder, after());
                        recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty()));
                    }
                }
            }
        }
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report = check.verify(SoundRun.ID, VerifyInputs.itself());
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings().stream().map(Finding::invariant).toList();
        }
    }

    private static void record(LandscapeRecorder recorder, List<LogEntry> entries) throws InterruptedException {
        for (LogEntry entry : entries) {
            recorder.record(entry);
        }
    }

    private static List<LogEntry> before() {
        Row row = Samples.row(1);
        return List.of(Samples.read(1), Samples.passed(1, 0, 0, row, row), Samples.passed(1, 0, 1, row, row));
    }

    private static List<LogEntry> after() {
        Row row = Samples.row(1);
        return List.of(
                Samples.passed(1, 0, SAFETY_NODE, row, row),
                new LogEntry.SinkSynced("output", Samples.T, new Sink.Mark(1, 0, 100, "ab".repeat(32))),
                Samples.completed(1, 0));
    }

    @Test
    void acceptsTheSameRequestSentAgain() throws InterruptedException {
        assertThat(broken(sent(0, 1, 1), readable(0, 1, 2))).isEmpty();
    }

    @Test
    void acceptsALostRequestReplacedByAnother() throws InterruptedException {
        assertThat(broken(sent(0, 1, 1), readable(1, 1, 1))).isEmpty();
    }

    @Test
    void acceptsARejectedRequestReplacedByAnother() throws InterruptedException {
        assertThat(broken(ended(0, 1, 1, CallState.REJECTED, "dead_key"), readable(1, 1, 1)))
                .isEmpty();
    }

    @Test
    void acceptsTheAnswerToTheFirstRequestWhenItIsMadeAgain() throws InterruptedException {
        assertThat(broken(readable(0, 1, 1), sent(1, 1, 1), List.of())).isEmpty();
    }

    @Test
    void acceptsALostRequestThatIsNotMadeAnyMore() throws InterruptedException {
        assertThat(broken(both(sent(0, 1, 1), sent(0, 2, 1)), readable(0, 1, 2)))
                .isEmpty();
    }

    @Test
    void refusesALostRequestWithoutAnAnswer() throws InterruptedException {
        assertThat(broken(sent(0, 1, 1), List.of())).containsExactly("I15");
    }

    @Test
    void refusesAnUnreadableAnswerAfterAReadableOneToAnotherRequest() throws InterruptedException {
        assertThat(broken(readable(0, 1, 1), unreadable(1, 1))).containsExactly("I15");
    }

    @Test
    void refusesOneUnreadableAnswerOfTwo() throws InterruptedException {
        assertThat(broken(both(readable(0, 1, 1), unreadable(0, 2)))).containsExactly("I15");
    }

    @Test
    void refusesAnUnreadableAnswerOfAnEarlierProcess() throws InterruptedException {
        assertThat(broken(both(sent(0, 1, 1), unreadable(0, 2)), readable(0, 1, 2)))
                .containsExactly("I15");
    }

    @Test
    void refusesALostRequestThatWasReplacedByARejectedOne() throws InterruptedException {
        assertThat(broken(sent(0, 1, 1), ended(1, 1, 1, CallState.REJECTED, "invalid")))
                .containsExactly("I15");
    }
}
