package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.verify.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// The ledger of calls, on any database.
abstract class LedgerContract extends LandscapeFixture {

    @Test
    void listsEachAttemptOfACallUnderItsVisit() throws InterruptedException {
        record("a", Samples.everyKind());

        try (LandscapeReader reader = landscape.reader()) {
            List<RowHistory.Visit> visits =
                    reader.rows().history("a", 1).orElseThrow().visits();

            assertThat(visits).extracting(RowHistory.Visit::stateId).containsExactly("r1/n0/a1", "r1/n1/a1");
            assertThat(visits.getFirst().calls()).isEmpty();
            assertThat(visits.getLast().calls())
                    .containsExactly(new CallHistory(
                            Calls.key(1, 1),
                            Calls.key(1, 1).hash("a"),
                            Optional.of(Calls.REQUEST),
                            List.of(attempt(1, end(CallState.UNKNOWN)), attempt(2, end(CallState.ANSWERED))),
                            Optional.empty(),
                            Optional.empty()));
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    private static CallHistory.Attempt attempt(int number, CallHistory.End end) {
        return new CallHistory.Attempt(
                number,
                Samples.T.plusMillis(1),
                Calls.WORST,
                Optional.of(end),
                Optional.empty(),
                Calls.key(1, 1).requestSha256());
    }

    private static CallHistory.End end(CallState state) {
        LogEntry.CallEnded ended = Calls.ended(1, 1, 1, state);
        boolean answered = state == CallState.ANSWERED;
        return new CallHistory.End(
                Samples.T.plusMillis(4),
                state,
                answered ? "answered" : "reset",
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                answered ? Calls.usage() : Usage.unknown(),
                answered ? Calls.COST : Calls.WORST,
                answered,
                Calls.TIMES,
                ended.requestId(),
                ended.reply());
    }

    @Test
    void assignsEachAttemptToTheVisitThatMadeIt() throws InterruptedException {
        record(
                "a",
                List.of(
                        Samples.read(1),
                        Calls.intended(1, 1, 1),
                        Calls.ended(1, 1, 1, CallState.NOT_SENT),
                        Samples.failed(1, 1, 1),
                        Calls.intended(1, 1, 2),
                        Calls.ended(1, 1, 2, CallState.REJECTED),
                        Samples.failed(1, 1, 2),
                        Calls.intended(1, 1, 3)));

        try (LandscapeReader reader = landscape.reader()) {
            List<RowHistory.Visit> visits =
                    reader.rows().history("a", 1).orElseThrow().visits();

            assertThat(visits).extracting(RowHistory.Visit::status).containsExactly("failed", "failed", "open");
            assertThat(visits).extracting(RowHistory.Visit::attempt).containsExactly(1, 2, 3);
            assertThat(visits).allSatisfy(visit -> {
                CallHistory call = visit.calls().getFirst();
                assertThat(call.request()).contains(Calls.REQUEST);
                assertThat(call.attempts())
                        .extracting(CallHistory.Attempt::number)
                        .containsExactly(visit.attempt());
            });
        }
    }

    @Test
    void findsTheAnswerOfACallOnly() throws InterruptedException {
        record("a", Samples.everyKind());
        CallKey other =
                new CallKey(1, 0, 1, 0, 1, Payload.utf8("another request").sha256());

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.calls().answer("a", Calls.key(1, 1))).contains(Calls.reply("{\"a\": 1}"));
            assertThat(reader.calls().answer("a", other)).isEmpty();
            assertThat(reader.calls().answer("a", Calls.key(1, 2))).isEmpty();
        }
    }

    @Test
    void findsNoAnswerAmongOtherEnds() throws InterruptedException {
        record("a", List.of(Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.UNKNOWN)));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.calls().answer("a", Calls.key(1, 1))).isEmpty();
        }
    }

    @Test
    void countsCallsAndTheirCostWhileOpenAndAfterwards() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                LandscapeReader reader = landscape.reader()) {
            recorder.record(List.of(Calls.intended(1, 1, 1), Calls.intended(2, 1, 1)));
            recorder.awaitCommitted(recorder.record(Calls.ended(1, 1, 1, CallState.UNKNOWN)));

            assertThat(reader.runs().summary("a").calls())
                    .isEqualTo(new CallTotals(
                            2,
                            Map.of(CallState.UNKNOWN, 1L),
                            1,
                            0,
                            0,
                            CallCost.of(Calls.WORST, false),
                            Calls.WORST,
                            CallTotals.InJobs.NONE,
                            0));
            assertThat(reader.calls().spent("a")).isEqualTo(Calls.WORST.plus(Calls.WORST));

            // a head comes between the intents and their ends: what they had reserved is found in the record
            time.advance(Duration.ofSeconds(5));
            recorder.awaitCommitted(recorder.record(Calls.intended(1, 1, 2)));
            recorder.record(Calls.ended(1, 1, 2, CallState.ANSWERED));
            recorder.awaitCommitted(recorder.record(Calls.ended(2, 1, 1, CallState.ANSWERED)));
            var totals = new CallTotals(
                    2,
                    Map.of(CallState.UNKNOWN, 1L, CallState.ANSWERED, 2L),
                    0,
                    200,
                    40,
                    new CallCost(Calls.WORST.plus(Calls.COST).plus(Calls.COST), Calls.WORST, 1, 0),
                    Usd.ZERO,
                    CallTotals.InJobs.NONE,
                    0,
                    0,
                    Usd.ZERO,
                    new CallTotals.CacheTotals(80, 0));
            assertThat(reader.runs().summary("a").calls()).isEqualTo(totals);
            assertThat(reader.calls().spent("a")).isEqualTo(totals.cost());

            recorder.end(Samples.COMPLETED);
            assertThat(reader.runs().summary("a").calls()).isEqualTo(totals);
        }
    }

    @Test
    void rejectsADuplicateIntentOfAnAttempt() throws InterruptedException {
        refuses(
                List.of(Calls.intended(1, 1, 1)),
                Calls.intended(1, 1, 1),
                "this attempt of a call was claimed already, and must not be sent again");
    }

    @Test
    void rejectsASecondEndOfAnAttempt() throws InterruptedException {
        refuses(
                List.of(Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.UNKNOWN)),
                Calls.ended(1, 1, 1, CallState.REJECTED),
                "this attempt of a call has its end already");
    }

    @Test
    void rejectsASecondAnswerToACall() throws InterruptedException {
        refuses(
                List.of(Calls.intended(1, 1, 1), Calls.intended(1, 1, 2), Calls.ended(1, 1, 1, CallState.ANSWERED)),
                Calls.ended(1, 1, 2, CallState.ANSWERED),
                "a call has its answer already");
    }

    @Test
    void rejectsAnAttemptOfAnAnsweredCall() throws InterruptedException {
        refuses(
                List.of(Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.ANSWERED)),
                Calls.intended(1, 1, 2),
                "attempt 2 of call 1 of row 1 at node 1 must not be sent: the call has its answer already");
    }

    @Test
    void rejectsAnAttemptOfACallAnsweredInTheSameGroup() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            long number = recorder.record(List.of(
                    Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.ANSWERED), Calls.intended(1, 1, 2)));

            assertThatThrownBy(() -> recorder.awaitCommitted(number)).hasMessageContaining("must not be sent");
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").calls().calls()).isZero();
        }
    }

    @Test
    void rollsBackALargeRejectedGroup() throws InterruptedException {
        var group = new ArrayList<LogEntry>();
        for (int row = 1; row <= 50; row++) {
            group.add(Calls.intended(row, 1, 1));
        }
        group.add(20, Calls.intended(10, 1, 1));
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            long number = recorder.record(group);

            assertThatThrownBy(() -> recorder.awaitCommitted(number)).hasMessageContaining("was claimed already");
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").calls().calls()).isZero();
            assertThat(reader.rows().history("a", 1)).isEmpty();
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    private void refuses(List<LogEntry> before, LogEntry second, String why) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(before));
            long number = recorder.record(List.of(Samples.read(7), second));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining(why);
            assertThatThrownBy(() -> recorder.record(Samples.read(8))).hasMessageContaining(why);
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().history("a", 7)).isEmpty();
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void acceptsOtherCallsAndOtherAttempts() throws InterruptedException {
        record(
                "a",
                List.of(
                        Calls.intended(1, 1, 1),
                        Calls.ended(1, 1, 1, CallState.UNKNOWN),
                        Calls.intended(1, 1, 2),
                        Calls.ended(1, 1, 2, CallState.ANSWERED),
                        Calls.intended(1, 2, 1),
                        Calls.ended(1, 2, 1, CallState.ANSWERED)));
        record("b", List.of(Calls.intended(1, 1, 1), Calls.ended(1, 1, 1, CallState.ANSWERED)));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").calls().calls()).isEqualTo(2);
            assertThat(reader.runs().summary("b").calls().calls()).isEqualTo(1);
        }
    }

    @Test
    void marksARunWithSimulatedServices() throws InterruptedException {
        RunStart real = Samples.run("a");
        landscape.start(real).close();
        landscape
                .start(new RunStart(
                        "b",
                        real.name(),
                        real.rowanVersion(),
                        real.configuration(),
                        Map.of("simulated", true),
                        real.commandLine(),
                        real.operator(),
                        real.pipelineFile(),
                        real.source(),
                        real.nodes(),
                        real.sinks()))
                .close();

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").simulated()).isFalse();
            assertThat(reader.runs().summary("b").simulated()).isTrue();
        }
    }
}
