package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.resume.PendingRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Starts the walks of rows, each on a thread of its own and within the window, and starts those again that
/// were parked.
///
/// Any thread may ask. Shared state: where rows are, in [ParkedRows]; the reader of parked rows, guarded by
/// `reading`; `waking` lets one wake start rows at a time, so that no more than a page of them waits for the
/// window.
final class RowScheduler implements BatchServices.Wakeup {
    /// How many rows are read from the landscape together.
    private static final int PAGE = 200;

    private final TokenRunner walk;
    private final CallScope tokens;
    private final OnError sourceErrors;
    private final Optional<Parking> parking;
    private final String runId;
    private final LandscapeRecorder recorder;
    private final OrderedRelease leaving;
    private final Window window;
    private final RejectionSeries rejections;
    private final StopSignal stop;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock waking = new ReentrantLock();

    /// What a run has whose rows may be parked.
    record Parking(ParkedRows rows, LandscapeReader reader) {}

    /// `sourceErrors` says where records go that could not be read.
    RowScheduler(
            RunComponents parts, TokenRunner walk, CallScope tokens, OnError sourceErrors, Optional<Parking> parking) {
        this.walk = walk;
        this.tokens = tokens;
        this.sourceErrors = sourceErrors;
        this.parking = parking;
        this.runId = parts.runId();
        this.recorder = parts.recorder();
        this.leaving = parts.leaving();
        this.window = parts.window();
        this.rejections = parts.rejections();
        this.stop = parts.stop();
    }

    interface Walk {
        TokenResult run() throws InterruptedException;
    }

    /// Starts a row that has a slot in the window, which is given back when the walk ends.
    void start(long rowSeq, long place, Window.Slot slot, Walk first) {
        parking.ifPresent(parked -> parked.rows().begin(rowSeq, place));
        startBegun(rowSeq, place, slot, first);
    }

    private void startBegun(long rowSeq, long place, Window.Slot slot, Walk first) {
        tokens.start(() -> walk(rowSeq, place, slot, first));
    }

    /// Keeps the place of a row that an earlier process has parked. It is started if it was woken before it
    /// had one. False when the run stops instead.
    boolean keepParked(long rowSeq, long place) throws InterruptedException {
        ParkedRows rows = parking.orElseThrow().rows();
        if (rows.parkedBefore(rowSeq, place)) {
            return true;
        }
        Optional<Window.Slot> slot = Optional.empty();
        try {
            PendingRow row = load(rowSeq);
            slot = enterWindow(RowMemory.inFlight(row));
            slot.ifPresent(entered -> startBegun(rowSeq, place, entered, () -> again(row, entered)));
        } finally {
            if (slot.isEmpty()) {
                rows.unclaim(List.of(rowSeq));
            }
        }
        return slot.isPresent();
    }

    /// Goes on with a row of an earlier process that has a place in the window; tells whether it has a thread
    /// of its own now.
    boolean resume(long place, PendingRow row, Window.Slot slot) {
        if (row.content() instanceof PendingRow.Content.Values) {
            start(row.rowSeq(), place, slot, () -> walk.resume(row, slot));
            return true;
        }
        leaving.put(place, unwalkable(row));
        return false;
    }

    /// How a row ends that has no values to walk with.
    private FinishedRow unwalkable(PendingRow row) {
        return switch (row.content()) {
            case PendingRow.Content.Unreadable(var reason, var raw) ->
                quarantined(row.rowSeq(), row.readAt(), 0, row.position(), reason, raw);
            case PendingRow.Content.Gone _ -> {
                var reason = Reason.of("values_deleted", "the values were deleted before the row had ended");
                yield quarantined(row.rowSeq(), row.readAt(), 0, row.position(), reason, "");
            }
            case PendingRow.Content.Values _ -> throw new IllegalArgumentException("the row can be walked");
        };
    }

    FinishedRow quarantined(long rowSeq, Instant readAt, long recorded, String position, Reason reason, String raw) {
        var failure = new TokenOutcome.Failure(Optional.empty(), "source", reason, 1);
        Row row = TokenOutcome.unreadable(position, raw);
        TokenOutcome end = TokenRunner.end(0, row, failure, sourceErrors, Outcome.QUARANTINED);
        return new FinishedRow.Told(rowSeq, readAt, readAt, recorded, List.of(end));
    }

    /// On the row's own thread: whatever happens, the place in the window is given back and a defect stops
    /// the run. A row that was woken while it was on its way is walked again at once.
    private void walk(long rowSeq, long place, Window.Slot slot, Walk first) {
        boolean parked = false;
        try {
            Walk next = first;
            while (!parked) {
                switch (next.run()) {
                    case TokenResult.Ended(var end) -> {
                        leaving.put(place, end);
                        return;
                    }
                    case TokenResult.Rejected(var end, var visits) -> {
                        hold(place, end, visits);
                        return;
                    }
                    case TokenResult.Parked(long recorded, var rejected) ->
                        parked = parking.orElseThrow().rows().park(rowSeq, Math.max(recorded, fail(rejected)));
                }
                next = () -> again(rowSeq, slot);
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
                parking.ifPresent(rows -> rows.rows().left(rowSeq));
            }
        }
    }

    /// Records rejected visits of a row that is read from the record again, so that it cannot be held back; gives the
    /// number of the last record.
    private long fail(List<OpenVisit> rejected) {
        long recorded = 0;
        for (OpenVisit visit : rejected) {
            rejections.settled(visit.rejection().key());
            recorded = Math.max(recorded, visit.close().failed());
        }
        return recorded;
    }

    /// Holds a row back until it is known whether every row is rejected as it was.
    private void hold(long place, FinishedRow.Told end, List<OpenVisit> visits) {
        OpenVisit first = visits.getFirst();
        visits.stream()
                .skip(1)
                .forEach(other -> rejections.settled(other.rejection().key()));
        rejections.hold(first.rejection(), first.node(), new RejectionSeries.HeldRow() {
            private final long bytes = FinishedRow.size(end);

            @Override
            public long bytes() {
                return bytes;
            }

            @Override
            public void fail() {
                long recorded = end.recorded();
                for (OpenVisit visit : visits) {
                    recorded = Math.max(recorded, visit.close().failed());
                }
                leaving.put(place, end.recordedAt(recorded));
            }

            @Override
            public void abandon() {
                visits.forEach(visit -> visit.close().stopped());
            }
        });
    }

    private TokenResult again(long rowSeq, Window.Slot slot) throws InterruptedException {
        if (stop.requested()) {
            throw new RowAbandonedException();
        }
        return again(load(rowSeq), slot);
    }

    private TokenResult again(PendingRow row, Window.Slot slot) throws InterruptedException {
        return row.content() instanceof PendingRow.Content.Values
                ? walk.resume(row, slot)
                : new TokenResult.Ended(unwalkable(row));
    }

    private PendingRow load(long rowSeq) throws InterruptedException {
        return loadPage(List.of(rowSeq)).getFirst();
    }

    /// The first of the rows as they are on record, in order, as many as may be in memory together. What they left
    /// there before they were parked is waited for.
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

    /// Starts those of `rows` again that are parked, as the window has room; what is on its way is walked
    /// again after that, and what has ended is ignored. A run that stops starts none.
    @Override
    public void wake(List<Long> rows) throws InterruptedException {
        ParkedRows parked = parking.orElseThrow().rows();
        parked.wakeBegun();
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
            parked.wakeEnded();
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
                    if (!startAgain(row, parked.placeOf(row.rowSeq()))) {
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

    /// False when the run stops.
    private boolean startAgain(PendingRow row, long place) throws InterruptedException {
        if (!leaving.awaitRoomAgain(place, window.limit())) {
            return false;
        }
        Optional<Window.Slot> slot = enterWindow(RowMemory.inFlight(row));
        slot.ifPresent(entered -> startBegun(row.rowSeq(), place, entered, () -> again(row, entered)));
        return slot.isPresent();
    }

    /// Empty when the run stops: a slot that a stopped row gave back is for no other.
    Optional<Window.Slot> enterWindow(long bytes) throws InterruptedException {
        Optional<Window.Slot> slot = window.enter(bytes);
        if (slot.isPresent() && stop.requested()) {
            slot.get().leave();
            return Optional.empty();
        }
        return slot;
    }
}
