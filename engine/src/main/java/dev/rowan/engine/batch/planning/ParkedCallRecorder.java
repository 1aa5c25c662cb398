package dev.rowan.engine.batch.planning;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.ReleasedRows;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;

/// The queue of a node in a worker: calls are recorded as parked, and the owner of the run submits them. Thread-safe.
public final class ParkedCallRecorder implements BatchQueue {
    private final BatchNode node;
    private final BatchRouting route;
    private final ReleasedRows released;
    private final boolean cancelled;
    private final LandscapeRecorder recorder;
    private final Path artifacts;
    private final Time time;

    /// `released` are the rows that the owner has released by now. If a person `cancelled` a job of the node, all
    /// others wait for the owner: what was cancelled is sent only when a person asks for it.
    public ParkedCallRecorder(
            BatchNode node,
            BatchRouting route,
            ReleasedRows released,
            boolean cancelled,
            LandscapeRecorder recorder,
            Path artifacts,
            Time time) {
        this.node = node;
        this.route = route;
        this.released = released;
        this.cancelled = cancelled;
        this.recorder = recorder;
        this.artifacts = artifacts;
        this.time = time;
    }

    @Override
    public boolean accepts(long rowSeq, boolean calledBack) {
        return !released.contains(node.name(), rowSeq) && (cancelled || (!calledBack && route.accepts(rowSeq)));
    }

    /// A call on record as waiting is the owner's: it submits the call, or releases it.
    @Override
    public boolean containsAny(List<ParkedCall> calls) {
        return node.settings().mode() != BatchSettings.Mode.REALTIME
                && calls.stream()
                        .anyMatch(call -> call.past() == InBatch.PARKED
                                && call.attempts() == 0
                                && !released.contains(node.name(), call.key().rowSeq()));
    }

    @Override
    public boolean callsBack() {
        return node.settings().mode() == BatchSettings.Mode.AUTO;
    }

    @Override
    public void sends(int calls) {
        node.realTime().started(calls);
    }

    @Override
    public void sent(long wireNanos) {
        node.realTime().ended(wireNanos);
    }

    @Override
    public BigDecimal share() {
        return node.service().limits().share();
    }

    @Override
    public long park(ParkedCall call) throws InterruptedException {
        if (call.past() != InBatch.NEVER) {
            return 0;
        }
        try {
            AttachmentStore.in(artifacts).keep(call.attachments());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot keep an attachment: " + failed.getMessage(), failed);
        }
        return recorder.record(
                new LogEntry.CallParked(call.key(), time.instant(), call.worst(), call.tokens(), call.request()));
    }
}
