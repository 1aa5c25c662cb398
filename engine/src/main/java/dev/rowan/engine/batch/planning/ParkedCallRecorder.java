package dev.rowan.engine.batch.planning;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;

/// The queue of a node in a worker: calls are recorded as parked, and the owner of the run submits them. Thread-safe.
public final class ParkedCallRecorder implements BatchQueue {
    private final BatchNode node;
    private final BatchRouting route;
    private final LandscapeRecorder recorder;
    private final Path artifacts;
    private final Time time;

    /// `proven` means that jobs of the node were planned before, so that its first calls need no canary.
    public ParkedCallRecorder(BatchNode node, boolean proven, LandscapeRecorder recorder, Path artifacts, Time time) {
        this.node = node;
        this.route = new BatchRouting(node, proven, BatchRouting.Gate.OPEN);
        this.recorder = recorder;
        this.artifacts = artifacts;
        this.time = time;
    }

    @Override
    public boolean accepts(long rowSeq, boolean calledBack) {
        return route.accepts(rowSeq);
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
