package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Payload;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Calls that reuse an answer of an earlier run, on any database.
abstract class ReuseContract extends LandscapeFixture {
    private static final CallKey ANSWERED = Calls.key(1, 1);
    private static final CallKey REFUSED = Calls.key(1, 2);

    /// A run with an answered call and a rejected one.
    @BeforeEach
    void recordTheFirst() throws InterruptedException {
        left(
                "a",
                List.of(
                        Samples.read(1),
                        Calls.intended(1, 1, 1),
                        Calls.ended(1, 1, 1, CallState.ANSWERED),
                        Calls.intended(1, 2, 1),
                        Calls.ended(1, 2, 1, CallState.REJECTED)));
    }

    private void left(String runId, List<LogEntry> entries) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run(runId))) {
            recorder.record(entries);
        }
    }

    private static LogEntry.CallReused reusing(String runId, CallKey cited, Payload request) {
        var key = new CallKey(1, 0, 1, 1, cited.number(), request.sha256());
        return new LogEntry.CallReused(key, Samples.T, new Citation(runId, cited), Optional.empty());
    }

    private List<String> broken(LogEntry... more) throws InterruptedException {
        left("b", List.of(Samples.read(1)));
        try (LandscapeRecorder recorder = resume("b").recorder()) {
            recorder.record(List.of(more));
        }
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            return check.verify("b", VerifyInputs.itself()).findings().stream()
                    .map(Finding::invariant)
                    .toList();
        }
    }

    @Test
    void aReusedCallIsCountedSeparatelyAndCostsNothing() throws InterruptedException {
        assertThat(broken(reusing("a", ANSWERED, Calls.REQUEST))).isEmpty();

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("b").calls().reused()).isEqualTo(1);
            assertThat(reader.runs().summary("b").calls().calls()).isZero();
            assertThat(reader.calls().spent("b").pico()).isZero();
        }
    }

    @Test
    void referencesTheAnsweredCallAndItsReply() throws InterruptedException {
        assertThat(broken(reusing("a", ANSWERED, Calls.REQUEST))).isEmpty();

        try (LandscapeReader reader = landscape.reader()) {
            CallHistory told = reader.rows()
                    .history("b", 1)
                    .orElseThrow()
                    .visits()
                    .getFirst()
                    .calls()
                    .getFirst();
            assertThat(told.request()).contains(Calls.REQUEST);
            assertThat(told.attempts()).isEmpty();
            assertThat(told.reused()).hasValueSatisfying(reused -> {
                assertThat(reused.cited()).isEqualTo(new Citation("a", ANSWERED));
                assertThat(reused.callKey()).isEqualTo(ANSWERED.hash("a"));
                assertThat(reused.reply()).isPresent();
            });
            PastCall past = reader.pendingRows()
                    .unfinished("b", 0, 1)
                    .getFirst()
                    .calls()
                    .getFirst();
            assertThat(past.attempts()).isZero();
            assertThat(past.source()).contains(new Citation("a", ANSWERED));
            assertThat(past.reply()).contains(Calls.reply("{\"a\": 1}"));
            assertThat(reader.pendingRows().recorded("b", List.of(1L)))
                    .extracting(PendingRow::rowSeq)
                    .containsExactly(1L);
        }
    }

    @Test
    void itCountsAmongTheBytesOfItsRowWhenRowsAreLoaded() throws InterruptedException {
        int rows = 4;
        var large = new ArrayList<LogEntry>();
        var taking = new ArrayList<LogEntry>();
        for (long rowSeq = 1; rowSeq <= rows; rowSeq++) {
            large.add(Samples.read(rowSeq));
            large.add(Calls.intended(rowSeq, 1, 1));
            large.add(Calls.answered(rowSeq, "\"" + "x".repeat(1_500_000) + "\""));
            var key = new CallKey(rowSeq, 0, 1, 1, 1, Calls.REQUEST.sha256());
            taking.add(Samples.read(rowSeq));
            taking.add(new LogEntry.CallReused(
                    key, Samples.T, new Citation("large", Calls.key(rowSeq, 1)), Optional.empty()));
        }
        left("large", large);
        left("taking", taking);
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.pendingRows().unfinished("taking", 0, 200))
                    .extracting(PendingRow::rowSeq)
                    .containsExactly(1L, 2L);
            assertThat(reader.pendingRows().unfinished("taking", 2, 200)).hasSize(2);
        }
    }

    @Test
    void rejectsASecondReuse() throws InterruptedException {
        LogEntry reused = reusing("a", ANSWERED, Calls.REQUEST);
        try (LandscapeRecorder recorder = landscape.start(Samples.run("b"))) {
            recorder.record(Samples.read(1));
            recorder.awaitCommitted(recorder.record(reused));

            assertThatThrownBy(() -> recorder.awaitCommitted(recorder.record(reused)))
                    .isInstanceOf(LandscapeException.class);
        }
    }

    @Test
    void aCitationOfNothingIsFound() throws InterruptedException {
        assertThat(broken(reusing("nobody", ANSWERED, Calls.REQUEST))).containsExactly("I21");
    }

    @Test
    void reportsAReferenceToARejectedCall() throws InterruptedException {
        assertThat(broken(reusing("a", REFUSED, Calls.REQUEST))).containsExactly("I21");
    }

    @Test
    void reportsAnAnswerToAnotherRequest() throws InterruptedException {
        assertThat(broken(reusing("a", ANSWERED, Payload.utf8("something else"))))
                .containsExactly("I21");
    }

    @Test
    void reportsAnAnswerOfAnotherAccount() throws InterruptedException {
        LogEntry.CallReused reused = reusing("a", ANSWERED, Calls.REQUEST);

        assertThat(broken(new LogEntry.CallReused(
                        reused.key(), reused.at(), reused.cited(), Optional.of("hmac-sha256:ff"))))
                .containsExactly("I21");
    }

    private static LogEntry.CallReused sharing(String runId, CallKey cited, boolean shared) {
        var key = new CallKey(2, 0, 1, 0, 1, Calls.REQUEST.sha256());
        return new LogEntry.CallReused(
                key,
                Samples.T,
                new Citation(runId, cited),
                Optional.empty(),
                new LogEntry.CitedAnswer(shared, Optional.of(Samples.T), Optional.of(Calls.COST)));
    }

    private List<LogEntry> answered(LogEntry... more) {
        var entries = new ArrayList<LogEntry>(
                List.of(Samples.read(2), Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.ANSWERED)));
        entries.addAll(List.of(more));
        return entries;
    }

    @Test
    void aSharedCallCitesACallOfItsOwnRunAndCostsNothing() throws InterruptedException {
        assertThat(broken(answered(sharing("b", ANSWERED, true)).toArray(LogEntry[]::new)))
                .isEmpty();

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("b").calls().shared()).isEqualTo(1);
            assertThat(reader.runs().summary("b").calls().reused()).isZero();
            assertThat(reader.runs().summary("b").calls().saved()).isEqualTo(Calls.COST);
            assertThat(reader.calls().spent("b")).isEqualTo(Calls.COST);
        }
    }

    @Test
    void reportsASharedCallOfAnotherRun() throws InterruptedException {
        assertThat(broken(answered(sharing("a", ANSWERED, true)).toArray(LogEntry[]::new)))
                .containsExactly("I21");
    }

    @Test
    void reportsAReusedCallOfItsOwnRun() throws InterruptedException {
        assertThat(broken(answered(sharing("b", ANSWERED, false)).toArray(LogEntry[]::new)))
                .containsExactly("I21");
    }

    @Test
    void reportsASharedCallThatIsAnsweredItself() throws InterruptedException {
        LogEntry.CallReused shared = sharing("b", ANSWERED, true);
        var own = new LogEntry.CallReused(ANSWERED, shared.at(), shared.cited(), shared.account(), shared.answer());

        assertThat(broken(answered(own).toArray(LogEntry[]::new))).containsExactly("I21");
    }

    @Test
    void reportsACallSentAfterItsReuse() throws InterruptedException {
        LogEntry.CallReused reused = reusing("a", ANSWERED, Calls.REQUEST);
        var intent = new LogEntry.CallIntended(
                reused.key(), 1, Samples.T, Calls.WORST, Optional.of(Calls.REQUEST), Optional.empty());

        assertThat(broken(reused, intent)).containsExactly("I6");
    }
}
