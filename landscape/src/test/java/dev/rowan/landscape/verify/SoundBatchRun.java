package dev.rowan.landscape.verify;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Batches;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run that satisfies every invariant and sends its calls by a batch service: four rows in two jobs, of which the
/// last item of the first expires and goes into the second.
final class SoundBatchRun {
    static final int ROWS = 4;

    private SoundBatchRun() {}

    static CallKey key(long row, int node) {
        return new CallKey(row, 0, node, 0, 1, Calls.REQUEST.sha256());
    }

    /// As far as the second job is with the provider.
    static void begin(LandscapeRecorder recorder) throws InterruptedException {
        for (long row = 1; row <= ROWS; row++) {
            recorder.record(List.of(
                    Samples.read(row),
                    Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)),
                    Batches.parked(key(row, 1))));
        }
        recorder.record(Batches.planned(1, 1, List.of(key(1, 1), key(2, 1), key(3, 1))));
        recorder.record(Batches.sent(1, "batch_1"));
        recorder.record(List.of(
                Batches.ended(key(1, 1), 1, CallState.ANSWERED, 1),
                Batches.ended(key(2, 1), 1, CallState.ANSWERED, 1),
                Batches.ended(key(3, 1), 1, CallState.REJECTED, 1),
                Batches.settled(1, 2, 1)));
        var second = new ArrayList<LogEntry>();
        second.add(Batches.step(2, "planned", Map.of("provider", "openai", "items", 2L)));
        second.add(Batches.item(key(3, 1), 2, 2, 0));
        second.add(Batches.item(key(4, 1), 1, 2, 1));
        recorder.record(second);
        recorder.record(Batches.sent(2, "batch_2"));
    }

    static Head finish(LandscapeRecorder recorder) throws InterruptedException {
        recorder.record(List.of(
                Batches.ended(key(3, 1), 2, CallState.ANSWERED, 2),
                Batches.ended(key(4, 1), 1, CallState.ANSWERED, 2),
                Batches.settled(2, 2, 0)));
        for (long row = 1; row <= ROWS; row++) {
            Row answered = Samples.row(row).with("mood", "fine");
            recorder.record(Samples.passed(row, 0, 1, Samples.row(row), answered));
        }
        recorder.record(new LogEntry.SinkSynced("output", Samples.T, new Sink.Mark(ROWS, 0, 400, "ab".repeat(32))));
        for (long row = 1; row <= ROWS; row++) {
            recorder.record(Samples.completed(row, 0));
        }
        return recorder.end(new RunEnd(RunEnd.Status.COMPLETED, ROWS, Optional.empty()));
    }
}
