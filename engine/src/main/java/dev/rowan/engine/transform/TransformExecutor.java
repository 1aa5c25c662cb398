package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.call.CommonRejection;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RecordedFailureException;
import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.call.TokenCalls;
import dev.rowan.engine.call.VisitCalls;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.stop.BackoffWait;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.RowParkedException;
import dev.rowan.engine.transform.RowWaiter.Answer;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.StateKey;
import dev.rowan.landscape.record.LogEntry.Waits;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// The one door to a transform: opens the visit, calls the transform, closes the visit in every case, tries
/// again where the node's policy says so.
///
/// One for each node, used by every token thread at once. Shared state: three counters; batch answers are
/// routed by the adapter.
public final class TransformExecutor implements AutoCloseable {
    /// How long a row waits for a batch answer when the transform names no limit of its own.
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);

    private static final LogEntry.Result STOPPED =
            new LogEntry.Result.Failed(Reason.of(PendingRow.Failed.STOPPED, "the run was stopped here"));

    private final TransformNode node;
    private final Optional<NodeCalls> calls;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final RandomGenerator random;
    private final BackoffWait backOff;
    private final Optional<SharedBatchAdapter> adapter;
    private final AtomicLong entered = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private final LongAdder parked = new LongAdder();

    public TransformExecutor(
            TransformNode node,
            Optional<NodeCalls> calls,
            LandscapeRecorder recorder,
            Time time,
            RandomGenerator random,
            BackoffWait backOff) {
        this.node = node;
        this.calls = calls;
        this.recorder = recorder;
        this.time = time;
        this.random = random;
        this.backOff = backOff;
        this.adapter = switch (node.transform()) {
            case BatchTransform batch -> {
                int pending = node.pool().map(PoolConfig::poolSize).orElse(batch.maxPending());
                var shared = new SharedBatchAdapter(pending, this::recordLate);
                batch.connectOutput(shared, pending);
                yield Optional.of(shared);
            }
            case RowTransform _ -> Optional.empty();
        };
    }

    public TransformNode node() {
        return node;
    }

    /// The calls of the node, if it makes any.
    public Optional<NodeCalls> calls() {
        return calls;
    }

    /// How many visits have ended, and how many are under way.
    public record Visits(long ended, long underWay) {}

    public Visits visits() {
        long ended = left.get();
        return new Visits(ended, Math.max(0, entered.get() - ended - parked.sum()));
    }

    /// Takes `row` through the node. `parts` hands out the numbers of further tokens when the row becomes
    /// several. `earlier` is what an earlier process of this run did there.
    public NodeResult execute(TokenInfo token, Row row, AtomicInteger parts, EarlierVisits earlier)
            throws InterruptedException {
        Optional<PastFailure> failure = earlier.failure(token.part(), node.index());
        Optional<TokenCalls> tokenCalls = calls.map(made -> made.token(token, earlier.calls(), failure));
        for (int attempt = earlier.visits() + 1; ; attempt++) {
            int tries = attempt - earlier.stopped();
            NodeResult result = visit(token, row, attempt, tries, parts, tokenCalls);
            if (failure.isPresent() && isSame(result.result(), failure.get())) {
                return result.after(attempts(tokenCalls, failure.get().visits()));
            }
            if (!(result.result() instanceof TransformResult.Error(var reason, var _))) {
                return result;
            }
            if (isFinal(reason, tries)) {
                return result.after(attempts(tokenCalls, attempt));
            }
            backOff.pause(token.rowSeq(), node.retry().delayAfter(tries, random));
        }
    }

    /// How often it was tried to take a token through: attempts of its calls, or visits where it made none.
    private static int attempts(Optional<TokenCalls> calls, int visits) {
        int sent = calls.map(TokenCalls::attempts).orElse(0);
        return sent > 0 ? sent : visits;
    }

    /// Whether a visit came to what the last of several did in the run that is repeated.
    private static boolean isSame(TransformResult result, PastFailure failure) {
        Reason before = failure.failed().reason();
        return result instanceof TransformResult.Error(var reason, var verdict)
                && verdict == failure.failed().verdict()
                && reason.code().equals(before.code())
                && reason.message().equals(before.message());
    }

    /// Whether a visit that failed for `reason` is the last, the `tries`th of those that the transform ended. One that
    /// was stopped or broken never is.
    public boolean isFinal(Reason reason, int tries) {
        return PendingRow.Failed.isByTransform(reason)
                && !(reason.retryable() && tries < node.retry().maxAttempts());
    }

    private NodeResult visit(
            TokenInfo token, Row row, int attempt, int tries, AtomicInteger parts, Optional<TokenCalls> tokenCalls)
            throws InterruptedException {
        var key = new StateKey(token.rowSeq(), token.part(), node.index(), attempt);
        Optional<VisitCalls> made = tokenCalls.map(calls -> calls.visit(token.stateId(node.index(), attempt)));
        Optional<CommonRejection> held = Optional.empty();
        try {
            NodeResult result = visit(key, token, row, tries, parts, tokenCalls, made);
            held = result.open().map(NodeResult.OpenVisit::rejection);
            return result;
        } finally {
            Optional<CommonRejection> stays = held;
            made.ifPresent(calls -> calls.ended(stays));
        }
    }

    private NodeResult visit(
            StateKey key,
            TokenInfo token,
            Row row,
            int tries,
            AtomicInteger parts,
            Optional<TokenCalls> tokenCalls,
            Optional<VisitCalls> made)
            throws InterruptedException {
        int attempt = key.attempt();
        var opened = new Opened(time.instant(), entered.getAndIncrement(), made);
        Answered answered;
        try {
            Optional<Reason> violation = node.schema().check(row);
            answered = violation.isPresent()
                    ? new Answered(TransformResult.error(violation.get()), 0)
                    : call(key, token, row, attempt, made);
            refuseUndeclared(answered.result(), token);
            refuseParked(made);
        } catch (RowParkedException waits) {
            parked.increment();
            throw waits;
        } catch (RecordedFailureException recorded) {
            PendingRow.Failed failed = recorded.failure().failed();
            answered = new Answered(new TransformResult.Error(failed.reason(), failed.verdict()), 0);
        } catch (ReplayMissException missed) {
            close(
                    key,
                    opened,
                    0,
                    new LogEntry.Result.Failed(
                            Reason.of(PendingRow.Failed.DEFECT, String.valueOf(missed.getMessage()))));
            throw missed;
        } catch (InterruptedException | RowAbandonedException stopped) {
            close(key, opened, 0, STOPPED);
            throw stopped;
        } catch (LandscapeException unrecorded) {
            throw unrecorded;
        } catch (Throwable defect) {
            refuseParked(made);
            throw recorded(key, opened, defect);
        }
        TransformResult result = IndeterminateCheck.told(answered.result(), tokenCalls);
        Optional<CommonRejection> rejection = made.flatMap(VisitCalls::rejection);
        if (rejection.isPresent() && result instanceof TransformResult.Error error && isFinal(error.reason(), tries)) {
            var open = new NodeResult.OpenVisit(
                    rejection.get(),
                    node.name(),
                    new OpenClose(key, opened.at(), waits(opened, answered.queueNanos()), error));
            return new NodeResult(
                    result, node.onError(), attempt, made.orElseThrow().recorded(), Optional.of(open));
        }
        long number = close(key, opened, answered.queueNanos(), recordOf(result, row, parts));
        return new NodeResult(result, node.onError(), attempt, number, Optional.empty());
    }

    /// The record of a visit that is made later, by any thread. Keeps no request and no reply.
    private final class OpenClose implements NodeResult.VisitClose {
        private final StateKey key;
        private final Instant openedAt;
        private final Waits waits;
        private final TransformResult.Error error;

        OpenClose(StateKey key, Instant openedAt, Waits waits, TransformResult.Error error) {
            this.key = key;
            this.openedAt = openedAt;
            this.waits = waits;
            this.error = error;
        }

        @Override
        public long failed() {
            return close(key, openedAt, waits, new LogEntry.Result.Failed(error.reason(), error.verdict()));
        }

        @Override
        public void stopped() {
            close(key, openedAt, waits, STOPPED);
        }
    }

    /// When a visit began, its place in the order of entry, and the calls it makes.
    private record Opened(Instant at, long index, Optional<VisitCalls> calls) {}

    /// A result, and how long the row waited before the transform took it.
    private record Answered(TransformResult result, long queueNanos) {}

    private Answered call(StateKey key, TokenInfo token, Row row, int attempt, Optional<VisitCalls> made)
            throws Exception {
        var visit = new NodeVisit(
                token,
                token.stateId(node.index(), attempt),
                attempt,
                time,
                made.<Calls>map(calls -> calls).orElseGet(() -> new NoCalls(node.name())));
        return switch (node.transform()) {
            case RowTransform transform -> new Answered(transform.process(row, visit), 0);
            case BatchTransform transform -> answer(transform, key, row, visit, made);
        };
    }

    /// Without a limit of the transform's own, calls of the visit are waited for: they have their own time limits.
    private Answered answer(BatchTransform transform, StateKey key, Row row, NodeVisit visit, Optional<VisitCalls> made)
            throws Exception {
        Optional<Duration> own = transform.answerWithin();
        Duration limit = own.orElse(USUAL_LIMIT);
        BooleanSupplier busy =
                () -> own.isEmpty() && made.filter(VisitCalls::isUnderWay).isPresent();
        long asked = time.nanos();
        try (RowWaiter waiter = adapter.orElseThrow().register(visit.token(), visit.stateId())) {
            long queued = time.nanos() - asked;
            recorder.record(new LogEntry.StateOpened(key, time.instant()));
            transform.accept(row, visit);
            TransformResult result = waiter.await(limit, busy)
                    .orElseGet(() -> TransformResult.error(
                            Reason.of("answer_timeout", "no answer came within " + limit.toMillis() / 1_000.0 + " s")
                                    .asRetryable()));
            return new Answered(result, queued);
        }
    }

    /// A visit whose calls wait for a batch service has no result, whatever a transform made of the exception
    /// that says so. It leaves no record: when the row is walked again, it is the same visit.
    private static void refuseParked(Optional<VisitCalls> made) {
        if (made.isPresent() && made.get().isParked()) {
            throw new RowParkedException(made.get().recorded());
        }
    }

    /// Refuses what no plugin may return, and what this one did not declare.
    private void refuseUndeclared(TransformResult result, TokenInfo token) {
        if (result == null) {
            throw new IllegalStateException("returned null for " + token.tokenId());
        }
        if (result instanceof TransformResult.SuccessMulti
                && !node.plugin().capabilities().contains(Capability.CREATES_TOKENS)) {
            throw new IllegalStateException(
                    "returned several rows for " + token.tokenId() + " but the plugin does not declare CREATES_TOKENS");
        }
    }

    private static LogEntry.Result recordOf(TransformResult result, Row input, AtomicInteger parts) {
        return switch (result) {
            case TransformResult.Success(var output) -> new LogEntry.Result.Passed(input, output);
            case TransformResult.SuccessMulti(var outputs) -> {
                int first = outputs.size() > 1 ? parts.getAndAdd(outputs.size() - 1) : 0;
                List<Integer> others = IntStream.range(first, first + Math.max(0, outputs.size() - 1))
                        .boxed()
                        .toList();
                yield new LogEntry.Result.Split(input, outputs, others);
            }
            case TransformResult.Error(var reason, var verdict) -> new LogEntry.Result.Failed(reason, verdict);
        };
    }

    private long close(StateKey key, Opened opened, long queueNanos, LogEntry.Result result) {
        return close(key, opened.at(), waits(opened, queueNanos), result);
    }

    private long close(StateKey key, Instant openedAt, Waits waits, LogEntry.Result result) {
        return recorder.recordInAnyCase(new LogEntry.StateClosed(key, openedAt, time.instant(), waits, result));
    }

    private Waits waits(Opened opened, long queueNanos) {
        return new Waits(
                opened.index(),
                left.getAndIncrement(),
                queueNanos / 1_000,
                opened.calls().map(VisitCalls::pacerMicros).orElse(0L),
                opened.calls().map(VisitCalls::permitMicros).orElse(0L),
                opened.calls().map(VisitCalls::wireMicros).orElse(0L));
    }

    /// Closes the visit as failed and wraps the defect; a failure to record it is kept beside the first.
    private RuntimeException recorded(StateKey key, Opened opened, Throwable defect) {
        var carried = new TransformDefect(
                "transform '" + node.name() + "' broke at row " + key.rowSeq() + ": " + defect, defect);
        try {
            close(
                    key,
                    opened,
                    0,
                    new LogEntry.Result.Failed(Reason.of(PendingRow.Failed.DEFECT, String.valueOf(defect))));
        } catch (RuntimeException unrecorded) {
            carried.addSuppressed(unrecorded);
        }
        return carried;
    }

    /// On a worker's thread, which a landscape that broke is no matter of: the run finds out by its own
    /// records.
    private void recordLate(TokenInfo token, String stateId, Answer answer) {
        try {
            recorder.recordInAnyCase(
                    new LogEntry.RunNoted("late_result", time.instant(), LateResult.facts(token, stateId, answer)));
        } catch (LandscapeException _) {
            // told by the records of the run itself
        }
    }

    /// Fails every token that still waits here.
    @Override
    public void close() {
        adapter.ifPresent(SharedBatchAdapter::close);
    }
}
