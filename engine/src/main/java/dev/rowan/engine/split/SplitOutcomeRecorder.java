package dev.rowan.engine.split;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The recorder of a worker's rows: outcomes wait in a [SplitOutput] until their split is done. Everything else is
/// recorded at once.
public final class SplitOutcomeRecorder implements LandscapeRecorder {
    private final SplitRecorder recorder;
    private final SplitOutput output;

    public SplitOutcomeRecorder(SplitRecorder recorder, SplitOutput output) {
        this.recorder = recorder;
        this.output = output;
    }

    @Override
    public long record(LogEntry entry) throws InterruptedException {
        return recorder.record(entry);
    }

    /// The release thread records the outcomes of rows together, all tokens of a row at once.
    @Override
    public long record(List<? extends LogEntry> together) throws InterruptedException {
        if (together.stream().noneMatch(SplitOutcomeRecorder::isOfRelease)) {
            return recorder.record(together);
        }
        for (LogEntry entry : together) {
            switch (entry) {
                case LogEntry.OutcomeReached outcome -> output.keep(outcome.rowSeq(), outcome);
                case LogEntry.RunNoted note
                when note.facts().get("row_seq") instanceof Number row -> output.keep(row.longValue(), note);
                case LogEntry.SinkSynced _ -> {}
                default -> throw new IllegalStateException("a split cannot record " + entry);
            }
        }
        output.finishEnded();
        return 0;
    }

    private static boolean isOfRelease(LogEntry entry) {
        return entry instanceof LogEntry.OutcomeReached || entry instanceof LogEntry.SinkSynced;
    }

    @Override
    public CostPool costPool(Usd cap) throws InterruptedException {
        return recorder.costPool(cap);
    }

    @Override
    public void awaitCommitted(long number) throws InterruptedException {
        recorder.awaitCommitted(number);
    }

    @Override
    public void awaitCommitted(long number, Duration delay) throws InterruptedException {
        recorder.awaitCommitted(number, delay);
    }

    @Override
    public Optional<LandscapeOutage> outage() {
        return recorder.outage();
    }

    @Override
    public void shortenOutage(Duration most) {
        recorder.shortenOutage(most);
    }

    @Override
    public Head end(RunEnd end) throws InterruptedException {
        return recorder.end(end);
    }

    @Override
    public void close() {
        recorder.close();
    }
}
