package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Batch services that answer as they are told, with the real record behind them: calls are parked, put into
/// jobs when all is quiet, and settled by one thread when the plan says so.
///
/// Shared state, guarded by `lock`: the calls that wait, the jobs, and what is being done.
final class FakeBatches implements BatchServices {
    /// How it behaves. `answers` gives the reply to a call's body with how often it was in a job before;
    /// empty for one that expired.
    record Plan(Answers answers, int perJob, boolean settles, boolean wakesInPark, boolean holds, Takes takes) {
        static Plan answering(Answers answers) {
            return new Plan(answers, Integer.MAX_VALUE, true, false, false, _ -> true);
        }

        /// With 0 it forgets every call that it is given.
        Plan jobsOf(int calls) {
            return new Plan(answers, calls, settles, wakesInPark, holds, takes);
        }

        /// Jobs that stay with their provider.
        Plan neverSettling() {
            return new Plan(answers, perJob, false, wakesInPark, holds, takes);
        }

        Plan settlingInPark() {
            return new Plan(answers, perJob, settles, true, holds, takes);
        }

        Plan holding() {
            return new Plan(answers, perJob, false, wakesInPark, true, takes);
        }

        Plan taking(Takes rows) {
            return new Plan(answers, perJob, settles, wakesInPark, holds, rows);
        }
    }

    interface Answers {
        Optional<WireReply> to(String body, int before);
    }

    interface Takes {
        boolean row(long rowSeq);
    }

    private record Item(CallKey key, int attempt, Usd worst, Payload request) {}

    private final BatchContext around;
    private final List<BatchNode> nodes;
    private final Plan plan;
    private final CallScope scope = CallScope.open("worker");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<CallKey, ParkedCall> waiting = new LinkedHashMap<>();
    private final Map<Long, List<Item>> jobs = new TreeMap<>();
    private final Set<CallKey> inJobs = new HashSet<>();
    private @Nullable Wakeup rows;
    private boolean isQuiet;
    private boolean busy;
    private volatile @Nullable RuntimeException broken;
    private long lastJob;
    private int changes;

    FakeBatches(List<BatchNode> nodes, BatchContext around, Plan plan) {
        this.nodes = nodes;
        this.around = around;
        this.plan = plan;
    }

    @Override
    public Optional<BatchQueue> queue(int node) {
        return nodes.stream().anyMatch(one -> one.index() == node) ? Optional.of(new FakeQueue()) : Optional.empty();
    }

    private final class FakeQueue implements BatchQueue {
        @Override
        public boolean accepts(long rowSeq, boolean calledBack) {
            return plan.takes().row(rowSeq);
        }

        @Override
        public void withdraw(long rowSeq, int part) {
            lock.lock();
            try {
                waiting.keySet().removeIf(key -> key.rowSeq() == rowSeq && key.part() == part);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public BigDecimal share() {
            return new BigDecimal("0.5");
        }

        @Override
        public long park(ParkedCall call) throws InterruptedException {
            long number = call.past() == InBatch.NEVER
                    ? around.recorder()
                            .record(new LogEntry.CallParked(
                                    call.key(), around.time().instant(), call.worst(), call.tokens(), call.request()))
                    : 0;
            if (plan.wakesInPark()) {
                List<Item> items = plan(List.of(call));
                settle(items, lastJob);
                return number;
            }
            if (plan.perJob() == 0 || call.past() == InBatch.SUBMITTED) {
                return number;
            }
            lock.lock();
            try {
                if (!inJobs.contains(call.key())) {
                    waiting.put(call.key(), call);
                }
            } finally {
                lock.unlock();
            }
            return number;
        }
    }

    /// Takes up the jobs on record, then works whenever all is quiet.
    @Override
    public void start(Wakeup wakeup) throws InterruptedException {
        rows = wakeup;
        try (LandscapeReader reader = around.readers().get()) {
            for (JobQueries.BatchJob job : reader.jobs().list(around.runId())) {
                lastJob = Math.max(lastJob, job.job());
                if (!job.step().equals("settled")) {
                    List<JobQueries.BatchItem> open = reader.jobs().manifest(around.runId(), job.job()).stream()
                            .filter(item -> item.end().isEmpty())
                            .toList();
                    List<Payload> requests = reader.calls()
                            .parked(
                                    around.runId(),
                                    open.stream().map(JobQueries.BatchItem::key).toList());
                    var items = new ArrayList<Item>();
                    for (int i = 0; i < open.size(); i++) {
                        items.add(new Item(
                                open.get(i).key(),
                                open.get(i).attempt(),
                                open.get(i).worst(),
                                requests.get(i)));
                    }
                    jobs.put(job.job(), items);
                    items.forEach(item -> inJobs.add(item.key()));
                }
            }
        }
        if (plan.settles()) {
            settleAll();
        }
        scope.start(this::work);
    }

    private void work() {
        try {
            while (true) {
                lock.lock();
                try {
                    while (!isQuiet || (waiting.isEmpty() && (jobs.isEmpty() || !plan.settles()))) {
                        isQuiet = false;
                        changed.await();
                    }
                    isQuiet = false;
                    busy = true;
                } finally {
                    lock.unlock();
                }
                submit();
                if (plan.settles()) {
                    settleAll();
                }
                tell(false);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException defect) {
            broken = defect;
            tell(false);
        }
    }

    private void tell(boolean working) {
        lock.lock();
        try {
            busy = working;
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void submit() throws InterruptedException {
        List<ParkedCall> calls;
        lock.lock();
        try {
            calls = List.copyOf(waiting.values());
        } finally {
            lock.unlock();
        }
        calls = withoutMoved(calls);
        for (int from = 0; from < calls.size(); from += Math.min(plan.perJob(), calls.size())) {
            List<ParkedCall> some = calls.subList(from, (int) Math.min(calls.size(), (long) from + plan.perJob()));
            List<Item> items = plan(some);
            lock.lock();
            try {
                jobs.put(lastJob, items);
                some.forEach(call -> {
                    waiting.remove(call.key());
                    inJobs.add(call.key());
                });
            } finally {
                lock.unlock();
            }
        }
    }

    /// As the real queue does: a call that was parked again may be in a job by now, or have ended; the record decides.
    private List<ParkedCall> withoutMoved(List<ParkedCall> calls) throws InterruptedException {
        List<Long> again = calls.stream()
                .filter(call -> call.past() == InBatch.PARKED)
                .map(call -> call.key().rowSeq())
                .distinct()
                .sorted()
                .toList();
        if (again.isEmpty()) {
            return calls;
        }
        var known = new HashMap<CallKey, PastCall>();
        try (LandscapeReader reader = around.readers().get()) {
            reader.pendingRows()
                    .unfinished(around.runId(), again)
                    .forEach(row -> row.calls().forEach(call -> known.put(call.key(), call)));
        }
        var still = new ArrayList<ParkedCall>();
        var ended = new ArrayList<Long>();
        for (ParkedCall call : calls) {
            Optional<PastCall> past = Optional.ofNullable(known.get(call.key()));
            if (call.past() != InBatch.PARKED
                    || past.filter(one -> one.batch() == InBatch.PARKED && one.attempts() == call.attempts())
                            .isPresent()) {
                still.add(call);
            } else {
                past.filter(one -> one.batch() != InBatch.SUBMITTED)
                        .ifPresent(_ -> ended.add(call.key().rowSeq()));
                forget(call.key());
            }
        }
        if (!ended.isEmpty()) {
            Objects.requireNonNull(rows).wake(ended);
        }
        return still;
    }

    private void forget(CallKey key) {
        lock.lock();
        try {
            waiting.remove(key);
        } finally {
            lock.unlock();
        }
    }

    private List<Item> plan(List<ParkedCall> calls) throws InterruptedException {
        lock.lock();
        try {
            lastJob++;
            var entries = new ArrayList<LogEntry>();
            var items = new ArrayList<Item>();
            entries.add(new LogEntry.BatchStepped(
                    lastJob,
                    "planned",
                    around.time().instant(),
                    Row.of("node", "ask").with("items", calls.size()).asMap()));
            for (ParkedCall call : calls) {
                var item = new Item(call.key(), call.attempts() + 1, call.worst(), call.request());
                entries.add(new LogEntry.CallIntended(
                        item.key(),
                        item.attempt(),
                        around.time().instant(),
                        item.worst(),
                        Optional.empty(),
                        Optional.of(new LogEntry.BatchItemRef(lastJob, items.size()))));
                items.add(item);
                if (around.budget().tryReserve(item.worst()).orElseThrow() != Budget.Reservation.GRANTED) {
                    throw new IllegalStateException("no money is left for " + item);
                }
            }
            around.recorder().awaitCommitted(around.recorder().record(entries));
            return items;
        } finally {
            lock.unlock();
        }
    }

    /// Settles the jobs, one after the other, each from its last item to its first.
    private void settleAll() throws InterruptedException {
        Map<Long, List<Item>> open;
        lock.lock();
        try {
            open = new TreeMap<>(jobs);
            busy = true;
        } finally {
            lock.unlock();
        }
        for (var job : open.entrySet()) {
            settle(job.getValue(), job.getKey());
            lock.lock();
            try {
                jobs.remove(job.getKey());
            } finally {
                lock.unlock();
            }
        }
        tell(false);
    }

    private void settle(List<Item> items, long job) throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (Item item : items) {
            LogEntry.CallEnded end = end(item, job);
            around.budget().settle(item.worst(), end.cost());
            around.counted().accept(end);
            entries.add(end);
        }
        entries.add(new LogEntry.BatchStepped(job, "settled", around.time().instant(), Map.of()));
        around.recorder().awaitCommitted(around.recorder().record(entries));
        lock.lock();
        try {
            items.forEach(item -> inJobs.remove(item.key()));
        } finally {
            lock.unlock();
        }
        var woken = new ArrayList<Long>();
        for (Item item : items) {
            woken.add(item.key().rowSeq());
        }
        Collections.reverse(woken);
        Objects.requireNonNull(rows).wake(woken);
    }

    private LogEntry.CallEnded end(Item item, long job) {
        String body = item.request().asText();
        Optional<WireReply> reply = plan.answers().to(body.substring(body.indexOf("{")), item.attempt() - 1);
        Optional<WireReply.Complete> whole = reply.map(WireReply.Complete.class::cast);
        boolean answered = whole.isPresent() && whole.get().status() == 200;
        return new LogEntry.CallEnded(
                item.key(),
                item.attempt(),
                around.time().instant(),
                answered ? LogEntry.CallState.ANSWERED : LogEntry.CallState.REJECTED,
                answered ? "answered" : whole.isPresent() ? "retryable" : "expired",
                whole.map(complete -> OptionalInt.of(complete.status())).orElse(OptionalInt.empty()),
                Usage.unknown(),
                answered ? item.worst() : Usd.ZERO,
                true,
                new LogEntry.CallTimes(0, 0, 0, 0),
                Optional.empty(),
                whole.map(HttpMessage::of),
                OptionalLong.of(job));
    }

    @Override
    public void quiet() {
        lock.lock();
        try {
            isQuiet = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public BatchProgress progress() {
        lock.lock();
        try {
            if (broken != null) {
                throw broken;
            }
            if (busy || !waiting.isEmpty()) {
                return BatchProgress.BUSY;
            }
            if (jobs.isEmpty()) {
                return BatchProgress.IDLE;
            }
            return plan.holds() ? BatchProgress.HELD : BatchProgress.SUBMITTED;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void awaitChange(Duration limit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limit.toNanos();
            for (int before = changes; changes == before && left > 0; ) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<JobProgress> jobs() {
        lock.lock();
        try {
            return jobs.entrySet().stream()
                    .map(job -> new JobProgress(
                            job.getKey(),
                            "ask",
                            "fake",
                            Optional.empty(),
                            "created",
                            plan.holds() ? JobPhase.HELD : JobPhase.RUNNING,
                            Optional.empty(),
                            job.getValue().size(),
                            0,
                            plan.holds() ? Optional.of("strange") : Optional.empty(),
                            Optional.empty(),
                            JobAnomalies.NONE))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// What is set aside for calls in jobs.
    Usd reserved() {
        return around.budget().reserved();
    }

    @Override
    public void close() {
        scope.close();
    }
}
