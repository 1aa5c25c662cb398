package dev.rowan.engine.run;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RowQueries.Stored;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.history.RowHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings back the values of rows that were dropped from memory while they waited, from the landscape. Owned by the
/// release thread.
final class ValueReloader {
    /// Rows at most so far apart are looked up together.
    private static final int WIDEST_GAP = 16;

    private final String runId;
    private final LandscapeRecorder recorder;
    private final LandscapeReader reader;
    private final String outputSink;

    ValueReloader(String runId, LandscapeRecorder recorder, LandscapeReader reader, String outputSink) {
        this.runId = runId;
        this.recorder = recorder;
        this.reader = reader;
        this.outputSink = outputSink;
    }

    /// The same rows in the same order, each with its values.
    List<FinishedRow.Told> restore(List<FinishedRow> ends) throws InterruptedException {
        Map<TokenKey, Stored> stored = stored(ends);
        var restored = new ArrayList<FinishedRow.Told>(ends.size());
        for (FinishedRow end : ends) {
            restored.add(
                    switch (end) {
                        case FinishedRow.Told told when !lacksValues(told) -> told;
                        case FinishedRow.Told told -> withValues(told, stored);
                        case FinishedRow.Passed passed -> passed(passed, stored);
                    });
        }
        return restored;
    }

    /// How many of the first rows are restored together: those with values that fit a page of the landscape.
    int page(List<FinishedRow> ends) throws InterruptedException {
        List<FinishedRow> lacking =
                ends.stream().filter(ValueReloader::lacksValues).toList();
        if (lacking.size() < 2) {
            return ends.size();
        }
        awaitCommitted(lacking);
        List<Long> rows = lacking.stream().map(FinishedRow::rowSeq).toList();
        int fitting = reader.pendingRows().page(runId, rows).size();
        return fitting == rows.size() ? ends.size() : ends.indexOf(lacking.get(fitting));
    }

    private void awaitCommitted(List<FinishedRow> lacking) throws InterruptedException {
        recorder.awaitCommitted(
                lacking.stream().mapToLong(FinishedRow::recorded).max().orElseThrow());
    }

    private static boolean lacksValues(FinishedRow end) {
        return switch (end) {
            case FinishedRow.Passed _ -> true;
            case FinishedRow.Told told ->
                told.tokens().stream()
                        .anyMatch(
                                token -> token.sink().isPresent() && token.row().isEmpty());
        };
    }

    /// What is missing, after the landscape has committed it. Rows far apart, as they come with `order: none`, are
    /// looked up apart, so that those in between are not read with them.
    private Map<TokenKey, Stored> stored(List<FinishedRow> ends) throws InterruptedException {
        List<FinishedRow> lacking = ends.stream()
                .filter(ValueReloader::lacksValues)
                .sorted(Comparator.comparingLong(FinishedRow::rowSeq))
                .toList();
        if (lacking.isEmpty()) {
            return Map.of();
        }
        awaitCommitted(lacking);
        var stored = new HashMap<TokenKey, Stored>();
        int first = 0;
        for (int i = 1; i <= lacking.size(); i++) {
            long last = lacking.get(i - 1).rowSeq();
            if (i == lacking.size() || lacking.get(i).rowSeq() - last > WIDEST_GAP) {
                stored.putAll(reader.rows().values(runId, lacking.get(first).rowSeq(), last));
                first = i;
            }
        }
        return stored;
    }

    private FinishedRow.Told withValues(FinishedRow.Told told, Map<TokenKey, Stored> stored) {
        List<TokenOutcome> tokens = told.tokens().stream()
                .map(token -> token.sink().isEmpty() ? token : token.withRow(values(told, token, stored)))
                .toList();
        return new FinishedRow.Told(told.rowSeq(), told.readAt(), told.endedAt(), told.recorded(), tokens);
    }

    private Row values(FinishedRow.Told told, TokenOutcome token, Map<TokenKey, Stored> stored) {
        return token.outcome() == Outcome.QUARANTINED
                ? unreadable(told.rowSeq())
                : find(stored, told.rowSeq(), token.part()).row();
    }

    /// A record that could not be read has no values of its own in the landscape; its story has what it left.
    private Row unreadable(long rowSeq) {
        RowHistory story = reader.rows().history(runId, rowSeq).orElseThrow(() -> missing(rowSeq, 0));
        return TokenOutcome.unreadable(story.position(), story.raw().orElse(""));
    }

    private FinishedRow.Told passed(FinishedRow.Passed passed, Map<TokenKey, Stored> stored) {
        Stored found = find(stored, passed.rowSeq(), 0);
        var token = new TokenOutcome(
                0, Outcome.COMPLETED, Optional.of(found.row()), Optional.empty(), Optional.of(outputSink));
        return new FinishedRow.Told(
                passed.rowSeq(), found.readAt(), found.settledAt(), passed.recorded(), List.of(token));
    }

    private static Stored find(Map<TokenKey, Stored> stored, long rowSeq, int part) {
        Stored found = stored.get(new TokenKey(rowSeq, part));
        if (found == null) {
            throw missing(rowSeq, part);
        }
        return found;
    }

    private static IllegalStateException missing(long rowSeq, int part) {
        return new IllegalStateException("the landscape has no values of row " + rowSeq + " part " + part);
    }
}
