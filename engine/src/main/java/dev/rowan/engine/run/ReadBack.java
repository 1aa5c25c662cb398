package dev.rowan.engine.run;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeReader.Stored;
import dev.rowan.landscape.LandscapeReader.TokenKey;
import dev.rowan.landscape.LandscapeRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings back the values of rows that were dropped from memory while they waited, from the landscape. Owned by the
/// release thread.
final class ReadBack {
    private final String runId;
    private final LandscapeRecorder recorder;
    private final LandscapeReader reader;
    private final String outputSink;

    ReadBack(String runId, LandscapeRecorder recorder, LandscapeReader reader, String outputSink) {
        this.runId = runId;
        this.recorder = recorder;
        this.reader = reader;
        this.outputSink = outputSink;
    }

    /// The same rows in the same order, each with its values.
    List<RowEnd.Told> restore(List<RowEnd> ends) throws InterruptedException {
        var restored = new ArrayList<RowEnd.Told>(ends.size());
        Map<TokenKey, Stored> stored = stored(ends);
        for (RowEnd end : ends) {
            restored.add(
                    switch (end) {
                        case RowEnd.Told told when !lacksValues(told) -> told;
                        case RowEnd.Told told -> withValues(told, stored);
                        case RowEnd.Passed passed -> passed(passed, stored);
                    });
        }
        return restored;
    }

    private static boolean lacksValues(RowEnd end) {
        return switch (end) {
            case RowEnd.Passed _ -> true;
            case RowEnd.Told told ->
                told.tokens().stream()
                        .anyMatch(
                                token -> token.sink().isPresent() && token.row().isEmpty());
        };
    }

    /// One look-up for all that is missing, after the landscape has committed it.
    private Map<TokenKey, Stored> stored(List<RowEnd> ends) throws InterruptedException {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        long recorded = 0;
        for (RowEnd end : ends) {
            if (lacksValues(end)) {
                first = Math.min(first, end.rowSeq());
                last = Math.max(last, end.rowSeq());
                recorded = Math.max(recorded, end.recorded());
            }
        }
        if (first > last) {
            return Map.of();
        }
        recorder.awaitCommitted(recorded);
        return reader.values(runId, first, last);
    }

    private RowEnd.Told withValues(RowEnd.Told told, Map<TokenKey, Stored> stored) {
        List<TokenEnd> tokens = told.tokens().stream()
                .map(token -> token.sink().isEmpty()
                        ? token
                        : new TokenEnd(
                                token.part(),
                                token.outcome(),
                                Optional.of(find(stored, told.rowSeq(), token.part())
                                        .row()),
                                token.failure(),
                                token.sink()))
                .toList();
        return new RowEnd.Told(told.rowSeq(), told.readAt(), told.endedAt(), told.recorded(), tokens);
    }

    private RowEnd.Told passed(RowEnd.Passed passed, Map<TokenKey, Stored> stored) {
        Stored found = find(stored, passed.rowSeq(), 0);
        var token =
                new TokenEnd(0, Outcome.COMPLETED, Optional.of(found.row()), Optional.empty(), Optional.of(outputSink));
        return new RowEnd.Told(passed.rowSeq(), found.readAt(), found.settledAt(), passed.recorded(), List.of(token));
    }

    private static Stored find(Map<TokenKey, Stored> stored, long rowSeq, int part) {
        Stored found = stored.get(new TokenKey(rowSeq, part));
        if (found == null) {
            throw new IllegalStateException("the landscape has no values of row " + rowSeq + " part " + part);
        }
        return found;
    }
}
