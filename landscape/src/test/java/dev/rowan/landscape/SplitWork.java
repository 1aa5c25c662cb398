package dev.rowan.landscape;

import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Records of writers that work on splits of two rows, each with a call.
public final class SplitWork {
    static final int ROWS = 2;

    private SplitWork() {}

    public static SplitRange split(int number) {
        return new SplitRange(number, (long) number * ROWS + 1, ROWS);
    }

    public static RunEnd completed(int splits) {
        return new RunEnd(RunEnd.Status.COMPLETED, (long) splits * ROWS, Optional.empty());
    }

    /// A row up to its claim.
    public static List<LogEntry> claimed(long row, int attempt) {
        var entries = new ArrayList<LogEntry>();
        if (attempt == 1) {
            entries.add(Samples.read(row));
            entries.add(Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)));
        }
        entries.add(Calls.intended(row, 1, attempt));
        return entries;
    }

    /// The row from its answer on, without the outcome.
    public static List<LogEntry> answered(long row, int attempt) {
        return List.of(
                Calls.ended(row, 1, attempt, CallState.ANSWERED),
                Samples.passed(row, 0, 1, Samples.row(row), Samples.row(row)));
    }

    /// The outcomes of a split and its part.
    public static List<LogEntry> done(SplitRange split) {
        var entries = new ArrayList<LogEntry>();
        for (long row = split.firstRow(); row < split.firstRow() + split.rows(); row++) {
            entries.add(Samples.completed(row, 0));
        }
        var part = new SplitPart(
                "output", "out.jsonl.part-" + split.split(), split.rows(), 10 * split.rows(), "ab".repeat(32));
        entries.add(new LogEntry.SplitDone(split.split(), Samples.T, split.rows(), List.of(part)));
        return entries;
    }

    /// Opens a split and does all of it.
    public static void doAll(SplitRecorder recorder, int number) throws InterruptedException {
        SplitRange split = split(number);
        recorder.open(split);
        for (long row = split.firstRow(); row < split.firstRow() + split.rows(); row++) {
            recorder.awaitCommitted(recorder.record(claimed(row, 1)));
            recorder.awaitCommitted(recorder.record(answered(row, 1)));
        }
        recorder.awaitCommitted(recorder.record(done(split)));
    }
}
