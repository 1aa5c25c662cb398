package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.resume.PendingRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Starts rows, each on its own thread and within the window, and restarts parked ones.
///
/// Thread-safe. Shared state: where rows are, in [ParkedRows]; the reader of parked rows, guarded by `reading`;
/// `waking` serializes wakes, so that at most a page of rows waits for the window.
final class RowScheduler implements BatchServices.Wakeup {
    /// How many rows are loaded from the landscape at once.
    private static final int PAGE = 200;

    private final RowRunner runner;
    private final CallScope tokens;
    private final Quarantine quarantine;
    private final Optional<Parking> parking;
    private final String runId;
    private final LandscapeRecorder recorder;
    private final OrderedRelease release;
    private final Window window;
    private final RejectionSeries rejections;
    private final StopSignal stop;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock waking = new ReentrantLock();

    /// What a run needs whose rows may be parked.
    record Parking(ParkedRows rows, LandscapeReader reader) {}

    RowScheduler(
            RunComponents parts,
            Window window,
            RowRunner runner,
            CallScope tokens,
            Quarantine quarantine,
            Optional<Parking> parking) {
        this.runner = runner;
        this.tokens = tokens;
        this.quarantine = quarantine;
        this.parking = parking;
        this.runId = parts.runId();
        this.recorder = parts.recorder();
        this.release = parts.release();
        this.window = window;
        this.rejections = parts.rejections();
        this.stop = parts.stop();
    }

    interface RowTask {
        TokenResult run() throws InterruptedException;
    }

    /// Starts a row that has a window slot, which is freed when the row parks or ends.
    void start(long rowSeq, long position, Window.Slot slot, RowTask first) {
        parking.ifPresent(parked -> parked.rows().start(rowSeq, position));
        startInFlight(rowSeq, position, slot, first);
    }

    private void startInFlight(long rowSeq, long position, Window.Slot slot, RowTask first) {
        tokens.start(() -> runRow(rowSeq, position, slot, first));
    }

    /// Keeps the position of a row that an earlier process parked, and starts it if it was woken before. False if
    /// the run stops.
    boolean keepParked(long rowSeq, long position) throws InterruptedException {
        ParkedRows rows = parking.orElseThrow().rows();
        if (rows.parkedBefore(rowSeq, position)) {
            return true;
        }
        Optional<Window.Slot> slot = Optional.empty();
        try {
            PendingRow row = load(rowSeq);
            slot = enterWindow(RowMemory.inFlight(row));
            slot.ifPresent(entered -> startInFlight(rowSeq, position, entered, () -> rerun(row, entered)));
        } finally {
            if (slot.isEmpty()) {
                rows.unclaim(List.of(rowSeq));
            }
        }
        return slot.isPresent();
    }

    /// Resumes a row of an earlier process that has a window slot; returns whether it has its own thread now.
    boolean resume(long position, PendingRow row, Window.Slot slot) {
        if (row.content() instanceof PendingRow.Content.Values) {
            start(row.rowSeq(), position, slot, () -> runner.resume(row, slot));
            return true;
        }
        release.put(position, quarantine.of(row));
        return false;
    }

    /// Runs on the row's thread: always frees the slot, and a defect stops the run. A row that was woken while in
    /// flight runs again immediately.
    private void runRow(long rowSeq, long position, Window.Slot slot, RowTask first) {
        boolean parked = false;
        try {
            RowTask next = first;
            while (!parked) {
                switch (next.run()) {
                    case TokenResult.Ended(var end, var calls) -> {
                        release.put(position, end);
                        calls.await(); // they hold the slot, so that they are bounded too
                        return;
                    }
                    case TokenResult.Rejected(var end, var visits, var calls) -> {
                        RejectedRow.hold(position, end, visits, release, rejections);
                        calls.await();
                        return;
                    }
                    case TokenResult.Parked(long recorded, var rejected, var calls) -> {
                        calls.await();
                        parked = parking.orElseThrow().rows().park(rowSeq, Math.max(recorded, fail(rejected)));
                    }
                }
                next = () -> rerun(rowSeq, slot);
            }
        } catch (RowAbandonedException _) {
            // no outcome: the landscape shows how far it came
        } catch (Throwable broken) {
            if (!stop.explains(broken)) {
                stop.fail(broken);
            }
        } finally {
            slot.leave();
            if (!parked) {
                parking.ifPresent(rows -> rows.rows().end(rowSeq));
            }
        }
    }

    /// Records rejected visits of a parked row, which cannot be held back; returns the number of the last record.
    private long fail(List<OpenVisit> rejected) {
        long recorded = 0;
        for (OpenVisit visit : rejected) {
            rejections.settled(visit.rejection());
            recorded = Math.max(recorded, visit.close().failed());
        }
        return recorded;
    }

    private TokenResult rerun(long rowSeq, Window.Slot slot) throws InterruptedException {
        if (stop.requested()) {
            throw new RowAbandonedException();
        }
        return rerun(load(rowSeq), slot);
    }

    private TokenResult rerun(PendingRow row, Window.Slot slot) throws InterruptedException {
        return row.content() instanceof PendingRow.Content.Values
                ? runner.resume(row, slot)
                : new TokenResult.Ended(quarantine.of(row), () -> {});
    }

    private PendingRow load(long rowSeq) throws InterruptedException {
        return loadPage(List.of(rowSeq)).getFirst();
    }

    /// Loads the first of the rows from the landscape, in order, as many as may be in memory together, after their
    /// records are committed.
    private List<PendingRow> loadPage(List<Long> rows) throws InterruptedException {
        Parking parked = parking.orElseThrow();
        recorder.awaitCommitted(parked.rows().recorded());
        reading.lockInterruptibly();
        try {
            List<Long> page = parked.reader().pendingRows().page(runId, rows);
            List<PendingRow> found = parked.reader().pendingRows().unfinished(runId, page);
            if (found.size() != page.size()) {
                throw new IllegalStateException("of the parked rows " + page + " the landscape has only " + found.size()
                        + " without an outcome");
            }
            return found;
        } finally {
            reading.unlock();
        }
    }

    /// Restarts those of `rows` that are parked, as the window allows; rows in flight run again afterwards, and
    /// ended ones are ignored. A stopping run starts none.
    @Override
    public void wake(List<Long> rows) throws InterruptedException {
        ParkedRows parked = parking.orElseThrow().rows();
        parked.startWake();
        try {
            waking.lockInterruptibly();
            try {
                for (int from = 0; from < rows.size() && !stop.requested(); from += PAGE) {
                    start(parked.claim(rows.subList(from, Math.min(rows.size(), from + PAGE))));
                }
            } finally {
                waking.unlock();
            }
        } finally {
            parked.endWake();
        }
    }

    private void start(List<Long> claimed) throws InterruptedException {
        if (claimed.isEmpty()) {
            return;
        }
        ParkedRows parked = parking.orElseThrow().rows();
        List<Long> sorted = claimed.stream().sorted().toList();
        int started = 0;
        try {
            while (started < sorted.size()) {
                for (PendingRow row : loadPage(sorted.subList(started, sorted.size()))) {
                    if (!startAgain(row, parked.positionOf(row.rowSeq()))) {
                        return;
                    }
                    started++;
                }
            }
        } catch (RuntimeException | Error broken) {
            stop.fail(broken);
        } finally {
            parked.unclaim(sorted.subList(started, sorted.size()));
        }
    }

    /// False if the run stops.
    private boolean startAgain(PendingRow row, long position) throws InterruptedException {
        if (!release.awaitCapacityAgain(position, window.limit())) {
            return false;
        }
        Optional<Window.Slot> slot = enterWindow(RowMemory.inFlight(row));
        return slot.isPresent() && startUnlessStopped(row.rowSeq(), position, slot.get(), () -> rerun(row, slot.get()));
    }

    /// Rows are woken by threads that a stopping run does not wait for before it ends the threads of rows.
    private boolean startUnlessStopped(long rowSeq, long position, Window.Slot slot, RowTask task) {
        try {
            startInFlight(rowSeq, position, slot, task);
            return true;
        } catch (IllegalStateException closed) {
            slot.leave();
            if (!stop.requested()) {
                throw closed;
            }
            return false;
        }
    }

    /// Empty if the run stops: a slot that a stopped row freed is not reused.
    Optional<Window.Slot> enterWindow(long bytes) throws InterruptedException {
        Optional<Window.Slot> slot = window.enter(bytes);
        if (slot.isPresent() && stop.requested()) {
            slot.get().leave();
            return Optional.empty();
        }
        return slot;
    }
}
