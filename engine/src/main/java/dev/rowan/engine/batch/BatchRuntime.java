package dev.rowan.engine.batch;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.Payload;
import dev.rowan.engine.batch.BatchRequest.Order;
import dev.rowan.engine.batch.BatchRequest.Stay;
import dev.rowan.engine.batch.JobAction.Where;
import dev.rowan.engine.call.Lane;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.landscape.LandscapeReader;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// The jobs of a run at batch services: lanes that collect calls, and one thread for each job that is not
/// done.
///
/// Shared state, guarded by `lock`: the jobs by number, and the next number. It is not held while anyone
/// records or talks to a provider.
public final class BatchRuntime implements Batches {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final int BASE = 36;

    private final BatchSurroundings around;
    private final Map<Integer, NodeLane> lanes = new LinkedHashMap<>();
    private final Map<Integer, AutoPilot> pilots = new LinkedHashMap<>();
    private final Map<String, BatchNode> nodes = new LinkedHashMap<>();
    private final Reservations reservations;
    private final Changed changes = new Changed();
    private final CallScope scope = CallScope.open("rowan-batch");
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Long, JobWorker> jobs = new TreeMap<>();
    private long lastNumber;
    private Wakeup rows = _ -> {};
    private volatile boolean closing;

    public BatchRuntime(Collection<BatchNode> nodes, BatchSurroundings around) {
        this.around = around;
        this.reservations = new Reservations(around.time());
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        List<JobFold> known = known();
        for (BatchNode node : nodes) {
            boolean proven = known.stream().anyMatch(job -> job.node().equals(node.name()));
            Route.Gate gate = Route.Gate.OPEN;
            if (node.settings().mode() == BatchSettings.Mode.AUTO) {
                var pilot = new AutoPilot(node, around, this::workers);
                pilots.put(node.index(), pilot);
                gate = pilot;
            }
            lanes.put(node.index(), new NodeLane(around, node, new Route(node, proven, gate), changes::signal));
        }
    }

    private List<JobFold> known() {
        try (LandscapeReader reader = around.readers().get()) {
            return reader.jobs(around.runId()).stream().map(JobFold::of).toList();
        }
    }

    @Override
    public Optional<Lane> lane(int node) {
        return Optional.ofNullable(lanes.get(node));
    }

    @Override
    public void start(Wakeup wakeup) throws InterruptedException {
        rows = wakeup;
        List<JobSteps> all = new ArrayList<>();
        for (JobFold job : known()) {
            lastNumber = Math.max(lastNumber, job.job());
            all.add(new JobSteps(around, job));
        }
        for (Order order : around.request().orders()) {
            JobSteps steps = all.stream()
                    .filter(each -> each.fold().job() == order.job())
                    .findFirst()
                    .orElseThrow(() -> new OrderRefused(
                            "run " + around.runId() + " has no batch job " + order.job() + "; it has " + all.size()));
            Orders.follow(order, steps, (batchId, job) -> isTaken(all, batchId, job));
        }
        all.forEach(steps -> begin(steps, true));
        lanes.values().forEach(lane -> scope.start(() -> guarded(() -> plan(lane))));
        lanes.values().forEach(this::fly);
    }

    /// Keeps a lane with `mode: auto` to its deadline.
    private void fly(NodeLane lane) {
        Optional.ofNullable(pilots.get(lane.node().index()))
                .ifPresent(pilot -> scope.start(() ->
                        guarded(() -> pilot.fly(lane, rows, step -> scope.start(() -> guarded(step::run))))));
    }

    private boolean isTaken(List<JobSteps> all, String batchId, long job) {
        return all.stream().anyMatch(each -> has(each.fold(), batchId, job)) || isOthers(batchId, job);
    }

    private static boolean has(JobFold each, String batchId, long job) {
        return each.job() != job && each.batchId().filter(batchId::equals).isPresent();
    }

    /// Whether a job of another run has the batch.
    private boolean isOthers(String batchId, long job) {
        String provider = worker(job).map(each -> each.job().provider()).orElse("");
        try (LandscapeReader reader = around.readers().get()) {
            return reader.ownerOf(provider, batchId)
                    .filter(run -> !run.equals(around.runId()))
                    .isPresent();
        }
    }

    private Optional<JobWorker> worker(long job) {
        lock.lock();
        try {
            return Optional.ofNullable(jobs.get(job));
        } finally {
            lock.unlock();
        }
    }

    /// Takes a job up and starts its thread.
    private void begin(JobSteps steps, boolean recovered) {
        JobWorker worker = worker(steps, recovered);
        lock.lock();
        try {
            jobs.put(steps.fold().job(), worker);
        } finally {
            lock.unlock();
        }
        scope.start(() -> guarded(worker::run));
    }

    private JobWorker worker(JobSteps steps, boolean recovered) {
        JobFold job = steps.fold();
        BatchNode node = Optional.ofNullable(nodes.get(job.node()))
                .orElseThrow(() -> new IllegalStateException("batch job " + job.job() + " is of the transform '"
                        + job.node() + "', which has no batch service here"));
        Reservations.Place place = Lanes.place(node);
        if (recovered) {
            job.intendedAt().ifPresent(at -> reservations.created(place.account(), at));
        }
        var want = new Reservations.Want(
                place,
                job.job(),
                job.priority(),
                job.tokens(),
                Lanes.limits(node),
                !node.service().terms().tagged());
        var desk = new JobDesk(
                around,
                node,
                steps,
                new JobFiles(around.artifacts(), job.job(), job.provider()),
                new Troubles(around, steps),
                JobPlan.Pace.of(node.settings(), node.service().terms()),
                reservations.room(want),
                this::isTaken,
                new SplittableRandom(seed()));
        boolean askNow = recovered && around.request().stay() == Stay.ONE_ROUND;
        return new JobWorker(desk, rows, changes::signal, askNow);
    }

    private boolean isTaken(String batchId, long job) {
        return workers().stream().anyMatch(each -> has(each.job(), batchId, job)) || isOthers(batchId, job);
    }

    private long seed() {
        lock.lock();
        try {
            return around.random().nextLong();
        } finally {
            lock.unlock();
        }
    }

    /// Work that ends with its thread; what breaks it is kept for the owner and ends the rest.
    private interface Work {
        void run() throws Exception;
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable defect) {
            changes.broke(defect);
            workers().forEach(JobWorker::finish);
            lanes.values().forEach(NodeLane::close);
        }
    }

    /// Makes jobs of what a lane collects, until the run stops.
    private void plan(NodeLane lane) throws Exception {
        var planner = new JobPlanner(around, lane.node(), around.budget()::tryReserve, this::submission);
        while (!isStopping()) {
            Optional<NodeLane.Group> group = lane.nextGroup();
            if (group.isEmpty()) {
                return;
            }
            around.recorder().awaitCommitted(group.get().lastParked());
            while (!lane.isOpen() && !isStopping()) {
                around.time().sleep(LOOK_AGAIN);
            }
            if (isStopping()) {
                return;
            }
            long number = nextNumber();
            JobPlanner.Planned planned = planner.plan(number, group.get().calls());
            planned.job().ifPresentOrElse(job -> begin(new JobSteps(around, job), false), () -> giveBack(number));
            if (!planned.rows().isEmpty()) {
                rows.wake(planned.rows());
            }
            lane.planned(group.get().calls(), planned.left(), planned.unpaid().isPresent());
            if (planned.unpaid().isPresent() && planned.job().isEmpty()) {
                awaitMoney(planned.unpaid().get());
            }
        }
    }

    /// Waits for what others settle; without others the run has used its budget.
    private void awaitMoney(Waiting call) throws InterruptedException {
        long seen = changes.count();
        boolean others = workers().stream().anyMatch(worker -> worker.where() != Where.NOBODY);
        if (!others && around.budget().cap().isPresent() && isBeyond(call)) {
            around.stop()
                    .limit("the cost cap of " + around.budget().cap().get() + " USD: "
                            + around.budget().spent() + " are spent, and the next call may cost " + call.worst());
        }
        changes.await(LOOK_AGAIN, () -> isStopping() || changes.count() != seen);
    }

    private boolean isBeyond(Waiting call) {
        var cap = around.budget().cap().orElseThrow();
        var spent = around.budget().spent();
        return spent.compareTo(cap) > 0 || call.worst().compareTo(cap.minus(spent)) > 0;
    }

    private boolean isStopping() {
        return closing || around.stop().requested();
    }

    private long nextNumber() {
        lock.lock();
        try {
            return ++lastNumber;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(long number) {
        lock.lock();
        try {
            lastNumber = lastNumber == number ? number - 1 : lastNumber;
        } finally {
            lock.unlock();
        }
    }

    /// A name for a submission that no other has: 16 letters and digits.
    private String submission(long number) {
        String hash =
                Payload.utf8(around.runId() + "\n" + number + "\n" + seed()).sha256();
        String word = new BigInteger(hash, 16).toString(BASE).toLowerCase(Locale.ROOT);
        return word.substring(word.length() - Lanes.SUBMISSION_LENGTH);
    }

    private List<JobWorker> workers() {
        lock.lock();
        try {
            return List.copyOf(jobs.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void quiet() {
        lanes.values().forEach(NodeLane::quiet);
    }

    @Override
    public Standing standing() {
        changes.check();
        if (lanes.values().stream().anyMatch(NodeLane::isBusy)) {
            return Standing.BUSY;
        }
        List<Where> where = workers().stream().map(JobWorker::where).toList();
        boolean behind = where.contains(Where.ROOM) || lanes.values().stream().anyMatch(NodeLane::isUnpaid);
        if (where.contains(Where.HERE)) {
            return Standing.BUSY;
        }
        if (where.contains(Where.PROVIDER)) {
            return Standing.SUBMITTED;
        }
        if (where.contains(Where.PERSON)) {
            return Standing.HELD;
        }
        return behind ? Standing.BUSY : Standing.IDLE;
    }

    @Override
    public void awaitChange(Duration limit) throws InterruptedException {
        changes.check();
        long seen = changes.count();
        changes.await(limit, () -> changes.count() != seen);
        changes.check();
    }

    @Override
    public List<JobState> jobs() {
        return workers().stream().map(worker -> shown(worker.job())).toList();
    }

    private static JobState shown(JobFold job) {
        boolean settled = job.phase() == JobFold.Phase.SETTLED;
        return new JobState(
                job.job(),
                job.node(),
                job.provider(),
                job.batchId(),
                settled ? job.phase().word() : job.step(),
                job.word(),
                job.items(),
                settled ? job.items() : job.succeeded() + job.failed(),
                job.phase() == JobFold.Phase.HELD ? job.why() : Optional.empty());
    }

    @Override
    public void close() {
        closing = true;
        lanes.values().forEach(NodeLane::close);
        workers().forEach(JobWorker::finish);
        try (scope) {
            changes.await(GRACE, () -> workers().stream().allMatch(JobWorker::isOver));
            if (around.stop().interrupted() && !changes.isBroken()) {
                cancelAll();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void cancelAll() throws InterruptedException {
        List<FutureTask<Boolean>> cancels = workers().stream()
                .filter(worker ->
                        worker.isOver() && worker.node().settings().onInterrupt() == BatchSettings.OnInterrupt.CANCEL)
                .map(worker -> scope.fork(() -> {
                    worker.cancelOnInterrupt();
                    return true;
                }))
                .toList();
        for (FutureTask<Boolean> cancel : cancels) {
            try {
                cancel.get(GRACE.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException unsent) {
                // the intent is on record: the next process sends the cancel
                changes.signal();
            }
        }
    }
}
