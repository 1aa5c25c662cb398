package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.call.CommonRejection;
import dev.rowan.engine.call.VisitCalls;
import dev.rowan.engine.transform.RowWaiter.Answer;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.StateKey;
import dev.rowan.landscape.record.LogEntry.Waits;
import dev.rowan.landscape.resume.PendingRow;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// Records the visits of one node and counts them.
///
/// Any thread may call. Shared state: three counters.
final class VisitRecorder {
    private static final LogEntry.Result STOPPED = new LogEntry.Result.Failed(
            Reason.of(PendingRow.Failed.STOPPED, "the run was stopped here"), TransformResult.Verdict.FAILED);

    private final String node;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final AtomicLong entered = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private final LongAdder parked = new LongAdder();

    VisitRecorder(String node, LandscapeRecorder recorder, Time time) {
        this.node = node;
        this.recorder = recorder;
        this.time = time;
    }

    /// A visit that has started, its number in the order of entry, and the calls it makes.
    record Started(StateKey key, Instant at, long index, Optional<VisitCalls> calls) {}

    Started start(StateKey key, Optional<VisitCalls> calls) {
        return new Started(key, time.instant(), entered.getAndIncrement(), calls);
    }

    /// A visit of a batch transform is recorded when the transform takes the row.
    void open(StateKey key) throws InterruptedException {
        recorder.record(new LogEntry.StateOpened(key, time.instant()));
    }

    /// A parked visit leaves no record: when the row runs again, it is the same visit.
    NodeResult.Parked park(long recorded) {
        parked.increment();
        return new NodeResult.Parked(recorded);
    }

    /// The visit of a token that has ended leaves no record.
    void cutOff() {
        parked.increment();
    }

    TransformExecutor.Visits visits() {
        long ended = left.get();
        return new TransformExecutor.Visits(ended, Math.max(0, entered.get() - ended - parked.sum()));
    }

    /// Records a visit with its result; returns the landscape's number of the record.
    long close(
            Started visit,
            long queueNanos,
            TransformResult result,
            Optional<String> route,
            Row input,
            TokenParts parts) {
        return close(visit, waits(visit, queueNanos), recordOf(result, route, input, parts));
    }

    /// Records a visit of a fork or join.
    long close(Started visit, LogEntry.Result result) {
        return close(visit, waits(visit, 0), result);
    }

    void stopped(Started visit) {
        close(visit, waits(visit, 0), STOPPED);
    }

    void defect(Started visit, String message) {
        close(
                visit,
                waits(visit, 0),
                new LogEntry.Result.Failed(
                        Reason.of(PendingRow.Failed.DEFECT, message), TransformResult.Verdict.FAILED));
    }

    /// Leaves the visit open, to be recorded later by any thread. Keeps no request and no reply.
    NodeResult.OpenVisit hold(Started visit, long queueNanos, TransformResult.Error error, CommonRejection rejection) {
        var started = new Started(visit.key(), visit.at(), visit.index(), Optional.empty());
        Waits waits = waits(visit, queueNanos);
        return new NodeResult.OpenVisit(rejection, node, new NodeResult.VisitClose() {
            @Override
            public long failed() {
                return close(started, waits, new LogEntry.Result.Failed(error.reason(), error.verdict()));
            }

            @Override
            public void stopped() {
                close(started, waits, STOPPED);
            }
        });
    }

    private long close(Started visit, Waits waits, LogEntry.Result result) {
        return recorder.recordInAnyCase(
                new LogEntry.StateClosed(visit.key(), visit.at(), time.instant(), waits, result));
    }

    private Waits waits(Started visit, long queueNanos) {
        return new Waits(
                visit.index(),
                left.getAndIncrement(),
                queueNanos / 1_000,
                visit.calls().map(VisitCalls::pacerMicros).orElse(0L),
                visit.calls().map(VisitCalls::permitMicros).orElse(0L),
                visit.calls().map(VisitCalls::wireMicros).orElse(0L));
    }

    private static LogEntry.Result recordOf(
            TransformResult result, Optional<String> route, Row input, TokenParts parts) {
        return switch (result) {
            case TransformResult.Success(var output) ->
                route.<LogEntry.Result>map(label -> new LogEntry.Result.Routed(input, output, label))
                        .orElseGet(() -> new LogEntry.Result.Passed(input, output));
            case TransformResult.SuccessMulti(var outputs) -> {
                yield new LogEntry.Result.Split(input, outputs, parts.allocate(outputs.size()));
            }
            case TransformResult.Error(var reason, var verdict) -> new LogEntry.Result.Failed(reason, verdict);
        };
    }

    /// Notes an answer that came too late, on a worker's thread. If the landscape is broken, the run's own records
    /// fail too.
    void late(TokenInfo token, String stateId, Answer answer) {
        try {
            recorder.recordInAnyCase(
                    new LogEntry.RunNoted("late_result", time.instant(), LateResult.facts(token, stateId, answer)));
        } catch (LandscapeException _) {
            // reported by the run's own records
        }
    }
}
