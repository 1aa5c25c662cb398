package dev.rowan.engine.call;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.DownloadResult;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.PooledExecutor;
import dev.rowan.engine.pool.PooledResult;
import dev.rowan.engine.pool.PooledTask;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.pool.RowContext;
import dev.rowan.engine.stop.RowParkedException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The calls of one visit, as its transform sees them. Adds up their times.
public final class VisitCalls implements Calls {
    private final TokenCalls token;
    private final String stateId;
    private final LongAdder pacerNanos = new LongAdder();
    private final LongAdder permitNanos = new LongAdder();
    private final LongAdder wireNanos = new LongAdder();
    private final AtomicReference<@Nullable Boolean> decision = new AtomicReference<>();
    private final Queue<CallTask> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean rejected = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean parked;
    private volatile Optional<CommonRejection> rejection = Optional.empty();

    VisitCalls(TokenCalls token, String stateId) {
        this.token = token;
        this.stateId = stateId;
    }

    @Override
    public CallResult send(Call call) throws InterruptedException {
        Optional<CallResult> replayed = token.replayed(call);
        if (replayed.isPresent()) {
            return replayed.get();
        }
        ServiceKey service = ServiceKey.of(call);
        CallTask task = task(call, service);
        Optional<CallResult> stored = task.stored();
        if (stored.isPresent()) {
            awaitDurable();
            noteStored(task, stored.get());
            return stored.get();
        }
        if (task.follows()) {
            throw parked();
        }
        parkIfBatched(List.of(task));
        underWay.incrementAndGet();
        try {
            PooledResult<CallResult> sent = token.node().pool(service).execute(context(0), task);
            awaitDurable();
            return result(task, sent);
        } finally {
            underWay.decrementAndGet();
            task.abandon();
        }
    }

    /// The row waits, for a batch service or for the answer of another call.
    private RowParkedException parked() {
        parked = true;
        return new RowParkedException(token.recorded());
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) throws InterruptedException {
        if (calls.isEmpty()) {
            return List.of();
        }
        List<Optional<CallResult>> replayed =
                calls.stream().map(token::replayed).toList();
        if (replayed.stream().allMatch(Optional::isPresent)) {
            return replayed.stream().flatMap(Optional::stream).toList();
        }
        List<CallTask> tasks = calls.stream().map(this::task).toList();
        @Nullable CallResult[] results = new @Nullable CallResult[tasks.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = replayed.get(i).orElse(null);
        }
        List<RowContext> open = open(tasks, results);
        while (!open.isEmpty()) {
            sendTogether(pool(calls), open, tasks, results);
            open = open(tasks, results);
        }
        awaitDurable();
        return Arrays.stream(results).map(Objects::requireNonNull).toList();
    }

    /// The calls to send, without those whose results are known, which are added to `results`. If all that is missing
    /// are answers of other calls, the row is parked.
    private List<RowContext> open(List<CallTask> tasks, @Nullable CallResult[] results) {
        boolean follows = false;
        List<RowContext> open = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            CallTask task = tasks.get(i);
            if (results[i] == null) {
                Optional<CallResult> stored = task.stored();
                if (stored.isPresent()) {
                    noteStored(task, stored.get());
                    results[i] = stored.get();
                } else if (task.follows()) {
                    follows = true;
                } else {
                    open.add(context(i));
                }
            }
        }
        if (open.isEmpty() && follows) {
            throw parked();
        }
        return open;
    }

    private void sendTogether(
            PooledExecutor pool, List<RowContext> open, List<CallTask> tasks, @Nullable CallResult[] results)
            throws InterruptedException {
        List<CallTask> sending =
                open.stream().map(context -> tasks.get(context.rowIndex())).toList();
        parkIfBatched(sending);
        underWay.incrementAndGet();
        try {
            List<PooledResult<CallResult>> sent = pool.executeBatch(open, new ByIndex(tasks));
            awaitDurable();
            for (int i = 0; i < sent.size(); i++) {
                int at = open.get(i).rowIndex();
                results[at] = result(tasks.get(at), sent.get(i));
            }
        } finally {
            underWay.decrementAndGet();
            sending.forEach(CallTask::abandon);
        }
    }

    @Override
    public DownloadResult download(URI address, long maxBytes) throws InterruptedException {
        return token.download(address, maxBytes);
    }

    /// Whether a call is in flight: on the wire, in the pacer, or in backoff.
    public boolean isUnderWay() {
        return underWay.get() > 0;
    }

    /// Waits until the ends of the calls are durable: no transform acts on an answer that a crash could undo.
    private void awaitDurable() {
        token.node().context().ledger().awaitDurable(token.recorded());
    }

    /// Parks all unanswered calls if they go through a batch service; calls in a job stay there.
    private void parkIfBatched(List<CallTask> open) throws InterruptedException {
        boolean submitted = isAnySubmitted(open);
        Optional<BatchQueue> batchQueue = token.node().batchQueue();
        if (open.stream().allMatch(CallTask::isPreparation)) {
            batchQueue.ifPresent(queue -> queue.sends(open.size()));
            return;
        }
        if (batchQueue.isEmpty() && submitted) {
            throw new IllegalStateException("a call of '" + token.node().name()
                    + "' is part of a job of a batch service, and the transform has none any more");
        }
        if (batchQueue.isPresent() && !open.isEmpty()) {
            BatchQueue queue = batchQueue.get();
            List<ParkedCall> calls =
                    open.stream().map(task -> task.parked(queue.share())).toList();
            if (submitted || accepts(open, queue) || queue.containsAny(calls)) {
                parked = true;
                park(calls, queue);
                throw parked();
            }
        }
        batchQueue.ifPresent(queue -> queue.sends(open.size()));
    }

    /// A token that ends meanwhile leaves no call behind.
    private void park(List<ParkedCall> calls, BatchQueue queue) throws InterruptedException {
        token.gate().enter();
        try {
            for (ParkedCall call : calls) {
                token.recorded(queue.park(call));
            }
            if (token.gate().hasEnded()) {
                token.withdraw(queue);
            }
        } finally {
            token.gate().leave();
        }
    }

    private static boolean isAnySubmitted(List<CallTask> open) {
        for (CallTask task : open) {
            if (task.isSubmitted()) {
                return true;
            }
        }
        return false;
    }

    /// Whether the calls of this visit go through the batch service: decided with the first of them.
    private boolean accepts(List<CallTask> open, BatchQueue queue) {
        boolean calledBack = open.stream().anyMatch(CallTask::isCalledBack);
        decision.compareAndSet(null, queue.accepts(token.rowSeq(), calledBack));
        return Boolean.TRUE.equals(decision.get());
    }

    /// Whether calls of this visit wait for a batch service or another call: then it has no result yet, even if the
    /// transform swallowed the exception.
    public boolean isParked() {
        return parked;
    }

    /// Calls that are sent together, each found by its index.
    private record ByIndex(List<CallTask> tasks) implements PooledTask<CallResult> {

        @Override
        public CallResult attempt(RowContext context, Attempt attempt)
                throws CapacityException, RetryException, InterruptedException {
            return tasks.get(context.rowIndex()).attempt(context, attempt);
        }

        @Override
        public long row(RowContext context) {
            return tasks.get(context.rowIndex()).row(context);
        }

        @Override
        public long maxTokens(RowContext context) {
            return tasks.get(context.rowIndex()).maxTokens(context);
        }

        @Override
        public long tokens(RowContext context) {
            return tasks.get(context.rowIndex()).tokens(context);
        }
    }

    private CallTask task(Call call) {
        return task(call, ServiceKey.of(call));
    }

    private CallTask task(Call call, ServiceKey service) {
        var task = new CallTask(token, call, service, rejected);
        tasks.add(task);
        return task;
    }

    private RowContext context(int index) {
        return new RowContext(Row.empty(), stateId, index);
    }

    private PooledExecutor pool(Call call) {
        return token.node().pool(ServiceKey.of(call));
    }

    private PooledExecutor pool(List<Call> calls) {
        PooledExecutor pool = pool(calls.getFirst());
        if (calls.stream().anyMatch(call -> pool(call) != pool)) {
            throw new IllegalArgumentException("calls that are sent together go to one service with one credential");
        }
        return pool;
    }

    private CallResult result(CallTask task, PooledResult<CallResult> pooled) {
        pacerNanos.add(pooled.waits().pacerNanos());
        permitNanos.add(pooled.waits().permitNanos());
        wireNanos.add(pooled.waits().wireNanos());
        token.node().batchQueue().ifPresent(queue -> queue.sent(pooled.waits().wireNanos()));
        CallResult result = switch (pooled.outcome()) {
            case PooledResult.Outcome.Done<CallResult>(var done) -> {
                if (!task.isPreparation()) {
                    note(task, done);
                }
                yield done;
            }
            case PooledResult.Outcome.RateLimited<CallResult>(var elapsed, var limit, var lastStatus) ->
                new CallResult.RateLimited(elapsed, limit, lastStatus, task.attempts());
        };
        task.ended(result);
        return result;
    }

    private void note(CallTask task, CallResult result) {
        if (!(result instanceof CallResult.Answered)) {
            RejectionSeries rejections = token.node().context().rejections();
            long answersBefore = task.answersBeforeRejection().orElseGet(rejections::answers);
            CommonRejection.of(token.node().index(), task.number(), result, answersBefore)
                    .ifPresent(common -> rejection = Optional.of(common));
        }
    }

    /// A rejection by a job counts like one in real time, unless the job has shown that rows are the cause.
    private void noteStored(CallTask task, CallResult result) {
        if (result instanceof CallResult.Rejected
                && token.node().context().rejections().mayAffectAll(task.site())) {
            note(task, result);
        }
    }

    /// The permanent rejection of a call of this visit, if it may affect every row.
    public Optional<CommonRejection> rejection() {
        return token.node().context().rejections().isOn() ? rejection : Optional.empty();
    }

    /// The visit has ended: none of its rejections is pending any more, except the one for which its row is `held`.
    public void ended(Optional<CommonRejection> held) {
        RejectionSeries rejections = token.node().context().rejections();
        for (CallTask task : tasks) {
            boolean stays = held.map(CommonRejection::key)
                    .map(RejectionSeries.CallSite::of)
                    .filter(task.site()::equals)
                    .isPresent();
            if (!stays) {
                task.answersBeforeRejection().ifPresent(before -> rejections.settled(task.site(), before));
            }
        }
        tasks.clear();
    }

    public long pacerMicros() {
        return pacerNanos.sum() / 1_000;
    }

    public long permitMicros() {
        return permitNanos.sum() / 1_000;
    }

    public long wireMicros() {
        return wireNanos.sum() / 1_000;
    }
}
