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
import dev.rowan.engine.stop.TokenEndedException;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.StateKey;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/// The only caller of a transform: starts the visit, validates the row, calls the transform, always records the end
/// of the visit, and retries by the node's policy.
///
/// One per node, used by all row threads concurrently. It has no mutable state of its own; batch answers are routed
/// by the adapter.
public final class TransformExecutor implements AutoCloseable {
    /// How long a row waits for a batch answer if the transform names no limit.
    private static final Duration DEFAULT_ANSWER_TIMEOUT = Duration.ofMinutes(5);

    private final TransformNode node;
    private final Optional<NodeCalls> calls;
    private final VisitRecorder visits;
    private final Time time;
    private final RandomGenerator random;
    private final BackoffWait backoff;
    private final Optional<SharedBatchAdapter> adapter;

    public TransformExecutor(
            TransformNode node,
            Optional<NodeCalls> calls,
            LandscapeRecorder recorder,
            Time time,
            RandomGenerator random,
            BackoffWait backoff) {
        this.node = node;
        this.calls = calls;
        this.visits = new VisitRecorder(node.name(), recorder, time);
        this.time = time;
        this.random = random;
        this.backoff = backoff;
        this.adapter = switch (node.transform()) {
            case BatchTransform batch -> {
                int pending = node.pool().map(PoolConfig::poolSize).orElse(batch.maxPending());
                var shared = new SharedBatchAdapter(pending, visits::late);
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

    /// The number of visits that have ended, and of those in progress.
    public record Visits(long ended, long underWay) {}

    public Visits visits() {
        return visits.visits();
    }

    /// Runs `row` through the node; its result is recorded as a change of `recorded`. `parts` numbers the new tokens
    /// if the row becomes several. `earlier` is what earlier processes of this run did at the node.
    ///
    /// The last visit is recorded inside the `gate`, which the caller leaves when it has followed a
    /// [NodeResult.Finished]. A token that ends meanwhile throws a [TokenEndedException].
    public NodeResult execute(
            TokenInfo token, TokenGate gate, Row row, Row recorded, TokenParts parts, EarlierVisits earlier)
            throws InterruptedException {
        Optional<PastFailure> failure = earlier.failure(token.part(), node.index());
        Optional<TokenCalls> tokenCalls = calls.map(made -> made.token(token, gate, earlier.calls(), failure));
        for (int attempt = earlier.visits() + 1; ; attempt++) {
            int tries = attempt - earlier.stopped();
            NodeResult result = visit(token, new Input(row, recorded, gate), attempt, tries, parts, tokenCalls);
            if (!(result instanceof NodeResult.Finished finished)) {
                return result;
            }
            if (failure.isPresent() && isSame(finished.result(), failure.get())) {
                return finished.withAttempts(attempts(tokenCalls, failure.get().visits()));
            }
            if (!(finished.result() instanceof TransformResult.Error(var reason, var _))) {
                return finished;
            }
            if (isFinal(reason, tries)) {
                return finished.withAttempts(attempts(tokenCalls, attempt));
            }
            gate.leave();
            Duration delay = node.retry().delayAfter(tries, random);
            gate.pause(() -> backoff.pause(token.rowSeq(), delay));
        }
    }

    /// The values of a token at the node: those it carries, and those on record.
    private record Input(Row row, Row recorded, TokenGate gate) {}

    /// The attempts of the token's calls, or its visits if it made none.
    private static int attempts(Optional<TokenCalls> calls, int visits) {
        int sent = calls.map(TokenCalls::attempts).orElse(0);
        return sent > 0 ? sent : visits;
    }

    /// Whether a visit ended like the last of several did in the run that is replayed.
    private static boolean isSame(TransformResult result, PastFailure failure) {
        Reason before = failure.failed().reason();
        return result instanceof TransformResult.Error(var reason, var verdict)
                && verdict == failure.failed().verdict()
                && reason.code().equals(before.code())
                && reason.message().equals(before.message());
    }

    /// Whether a visit that failed for `reason` is the last, being the `tries`th that the transform itself ended. A
    /// visit that was stopped or broken never is.
    public boolean isFinal(Reason reason, int tries) {
        return PendingRow.Failed.isByTransform(reason)
                && !(reason.retryable() && tries < node.retry().maxAttempts());
    }

    private NodeResult visit(
            TokenInfo token, Input input, int attempt, int tries, TokenParts parts, Optional<TokenCalls> tokenCalls)
            throws InterruptedException {
        var key = new StateKey(token.rowSeq(), token.part(), node.index(), attempt);
        Optional<VisitCalls> made = tokenCalls.map(calls -> calls.visit(token.stateId(node.index(), attempt)));
        Optional<CommonRejection> held = Optional.empty();
        try {
            NodeResult result = visit(visits.start(key, made), token, input, tries, parts, tokenCalls);
            if (result instanceof NodeResult.Finished finished) {
                held = finished.open().map(NodeResult.OpenVisit::rejection);
            }
            return result;
        } catch (TokenEndedException ended) {
            visits.cutOff();
            throw ended;
        } finally {
            Optional<CommonRejection> stays = held;
            made.ifPresent(calls -> calls.ended(stays));
        }
    }

    /// Calls the transform. The exceptions that unwind a plugin's code end here.
    private NodeResult visit(
            VisitRecorder.Started visit,
            TokenInfo token,
            Input input,
            int tries,
            TokenParts parts,
            Optional<TokenCalls> tokenCalls)
            throws InterruptedException {
        Answered answered;
        try {
            Optional<Reason> violation = node.schema().check(input.row());
            answered = violation.isPresent()
                    ? Answered.of(TransformResult.error(violation.get()))
                    : call(visit, token, input);
            checkDeclared(answered.result(), token);
        } catch (RowParkedException parked) {
            return visits.park(parked.recorded());
        } catch (RecordedFailureException recorded) {
            PendingRow.Failed failed = recorded.failure().failed();
            answered = Answered.of(new TransformResult.Error(failed.reason(), failed.verdict()));
        } catch (ReplayMissException missed) {
            inside(input.gate(), () -> visits.defect(visit, String.valueOf(missed.getMessage())));
            throw missed;
        } catch (InterruptedException | RowAbandonedException stopped) {
            inside(input.gate(), () -> visits.stopped(visit));
            throw stopped;
        } catch (LandscapeException unrecorded) {
            throw unrecorded;
        } catch (Throwable defect) {
            if (isParked(visit)) {
                return visits.park(tokenCalls.orElseThrow().recorded());
            }
            throw recorded(visit, input.gate(), defect);
        }
        if (isParked(visit)) {
            return visits.park(tokenCalls.orElseThrow().recorded());
        }
        input.gate().enter();
        try {
            return finish(visit, answered, input.recorded(), tries, parts, tokenCalls);
        } catch (RuntimeException | Error unrecorded) {
            input.gate().leave();
            throw unrecorded;
        }
    }

    private static void inside(TokenGate gate, Runnable recording) {
        gate.enter();
        try {
            recording.run();
        } finally {
            gate.leave();
        }
    }

    /// Whether calls of the visit wait for a batch service: then it has no result, even if the transform swallowed
    /// the exception.
    private static boolean isParked(VisitRecorder.Started visit) {
        return visit.calls().isPresent() && visit.calls().get().isParked();
    }

    private NodeResult finish(
            VisitRecorder.Started visit,
            Answered answered,
            Row recorded,
            int tries,
            TokenParts parts,
            Optional<TokenCalls> tokenCalls) {
        int attempt = visit.key().attempt();
        TransformResult result = IndeterminateCheck.apply(fitting(answered.result(), parts), tokenCalls);
        Optional<CommonRejection> rejection = visit.calls().flatMap(VisitCalls::rejection);
        boolean newAnswer = tokenCalls.filter(TokenCalls::hasNewAnswer).isPresent();
        if (rejection.isPresent() && result instanceof TransformResult.Error error && isFinal(error.reason(), tries)) {
            NodeResult.OpenVisit open = visits.hold(visit, answered.queueNanos(), error, rejection.get());
            return new NodeResult.Finished(
                    result,
                    answered.route(),
                    attempt,
                    tokenCalls.orElseThrow().recorded(),
                    Optional.of(open),
                    newAnswer);
        }
        long number = visits.close(visit, answered.queueNanos(), result, answered.route(), recorded, parts);
        return new NodeResult.Finished(result, answered.route(), attempt, number, Optional.empty(), newAnswer);
    }

    private static TransformResult fitting(TransformResult result, TokenParts parts) {
        return result instanceof TransformResult.SuccessMulti(var outputs)
                ? parts.refusal(outputs.size())
                        .<TransformResult>map(TransformResult::error)
                        .orElse(result)
                : result;
    }

    /// Records the visit of a token that forks or is joined; returns the landscape's number of the record.
    public long record(TokenInfo token, EarlierVisits earlier, LogEntry.Result result) {
        var key = new StateKey(token.rowSeq(), token.part(), node.index(), earlier.visits() + 1);
        return visits.close(visits.start(key, Optional.empty()), result);
    }

    /// A result, the route that a gate chose, and how long the row waited before the transform accepted it.
    private record Answered(TransformResult result, Optional<String> route, long queueNanos) {
        static Answered of(TransformResult result) {
            return new Answered(result, Optional.empty(), 0);
        }
    }

    private Answered call(VisitRecorder.Started visit, TokenInfo token, Input input) throws Exception {
        int attempt = visit.key().attempt();
        var context = new NodeVisit(
                token,
                token.stateId(node.index(), attempt),
                attempt,
                time,
                visit.calls().<Calls>map(calls -> calls).orElseGet(() -> new NoCalls(node.name())));
        return switch (node.transform()) {
            case RowTransform transform -> {
                RoutedResult routed = RoutedResult.of(transform, input.row(), context);
                yield new Answered(routed.result(), routed.route(), 0);
            }
            case BatchTransform transform -> answer(transform, visit, input, context);
        };
    }

    /// Waits for the answer of a batch transform. If the transform names no limit, the wait is extended while calls
    /// of the visit are in flight: they have their own timeouts.
    private Answered answer(BatchTransform transform, VisitRecorder.Started visit, Input input, NodeVisit context)
            throws Exception {
        Optional<Duration> own = transform.answerTimeout();
        Duration limit = own.orElse(DEFAULT_ANSWER_TIMEOUT);
        BooleanSupplier busy = () ->
                own.isEmpty() && visit.calls().filter(VisitCalls::isUnderWay).isPresent();
        long asked = time.nanos();
        try (RowWaiter waiter = adapter.orElseThrow().register(context.token(), context.stateId())) {
            long queued = time.nanos() - asked;
            open(visit, input.gate());
            transform.accept(input.row(), context);
            TransformResult result = waiter.await(limit, busy)
                    .orElseGet(() -> TransformResult.error(
                            Reason.of("answer_timeout", "no answer came within " + limit.toMillis() / 1_000.0 + " s")
                                    .asRetryable()));
            return new Answered(result, Optional.empty(), queued);
        }
    }

    private void open(VisitRecorder.Started visit, TokenGate gate) throws InterruptedException {
        gate.enter();
        try {
            visits.open(visit.key());
        } finally {
            gate.leave();
        }
    }

    /// Refuses null, and several rows from a plugin that did not declare it.
    private void checkDeclared(TransformResult result, TokenInfo token) {
        if (result == null) {
            throw new IllegalStateException("returned null for " + token.tokenId());
        }
        if (result instanceof TransformResult.SuccessMulti
                && !node.plugin().capabilities().contains(Capability.CREATES_TOKENS)) {
            throw new IllegalStateException(
                    "returned several rows for " + token.tokenId() + " but the plugin does not declare CREATES_TOKENS");
        }
    }

    /// Closes the visit as failed and wraps the defect; a failure to record it is suppressed.
    private RuntimeException recorded(VisitRecorder.Started visit, TokenGate gate, Throwable defect) {
        var wrapped = new TransformDefect(
                "transform '" + node.name() + "' failed at row " + visit.key().rowSeq() + ": " + defect, defect);
        try {
            inside(gate, () -> visits.defect(visit, String.valueOf(defect)));
        } catch (RuntimeException unrecorded) {
            wrapped.addSuppressed(unrecorded);
        }
        return wrapped;
    }

    /// Fails every token that still waits here.
    @Override
    public void close() {
        adapter.ifPresent(SharedBatchAdapter::close);
    }
}
