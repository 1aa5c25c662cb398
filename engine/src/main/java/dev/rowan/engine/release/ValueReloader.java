package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RowQueries.Stored;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.history.RowHistory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reloads the values of rows that were dropped from memory while they waited. Owned by the release thread.
final class ValueReloader {
    /// Rows at most this far apart are looked up together.
    private static final int WIDEST_GAP = 16;

    private final String runId;
    private final LandscapeRecorder recorder;
    private final LandscapeReader reader;

    ValueReloader(String runId, LandscapeRecorder recorder, LandscapeReader reader) {
        this.runId = runId;
        this.recorder = recorder;
        this.reader = reader;
    }

    /// The same rows in the same order, each with its values.
    List<FinishedRow.Detailed> restore(List<FinishedRow> ends) throws InterruptedException {
        Map<TokenKey, Stored> stored = stored(ends);
        var restored = new ArrayList<FinishedRow.Detailed>(ends.size());
        for (FinishedRow end : ends) {
            restored.add(
                    switch (end) {
                        case FinishedRow.Detailed detailed when !lacksValues(detailed) -> detailed;
                        case FinishedRow.Detailed detailed -> withValues(detailed, stored);
                        case FinishedRow.Compact passed -> passed(passed, stored);
                        case FinishedRow.Postponed postponed ->
                            throw new IllegalStateException(postponed + " has no values");
                    });
        }
        return restored;
    }

    /// How many of the first rows are reloaded together: those whose values fit a page of the landscape.
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
            case FinishedRow.Compact _ -> true;
            case FinishedRow.Postponed _ -> false;
            case FinishedRow.Detailed detailed -> lacksValues(detailed.tokens());
        };
    }

    private static boolean lacksValues(List<TokenOutcome> tokens) {
        for (TokenOutcome token : tokens) {
            if (token.sink().isPresent() && token.row().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// The missing values, once the landscape has committed them. Rows far apart, as with `order: none`, are looked
    /// up separately, so that those in between are not read.
    private Map<TokenKey, Stored> stored(List<FinishedRow> ends) throws InterruptedException {
        List<FinishedRow> lacking =
                ends.stream().filter(ValueReloader::lacksValues).toList();
        if (lacking.isEmpty()) {
            return Map.of();
        }
        awaitCommitted(lacking);
        return load(lacking.stream().map(FinishedRow::rowSeq).toList());
    }

    private Map<TokenKey, Stored> load(List<Long> numbers) {
        List<Long> rows = numbers.stream().distinct().sorted().toList();
        var stored = new HashMap<TokenKey, Stored>();
        int first = 0;
        for (int i = 1; i <= rows.size(); i++) {
            long last = rows.get(i - 1);
            if (i == rows.size() || rows.get(i) - last > WIDEST_GAP) {
                stored.putAll(reader.rows().values(runId, rows.get(first), last));
                first = i;
            }
        }
        return stored;
    }

    /// The values of the first of these tokens, as many as fit a page of the landscape. `recorded` is the last
    /// record of any of them.
    List<Row> values(List<TokenKey> tokens, long recorded) throws InterruptedException {
        recorder.awaitCommitted(recorded);
        List<Long> rows = tokens.stream().map(TokenKey::rowSeq).distinct().toList();
        Set<Long> page = Set.copyOf(reader.pendingRows().page(runId, rows));
        Map<TokenKey, Stored> stored = load(List.copyOf(page));
        return tokens.stream()
                .takeWhile(token -> page.contains(token.rowSeq()))
                .map(token -> find(stored, token.rowSeq(), token.part()).row())
                .toList();
    }

    private FinishedRow.Detailed withValues(FinishedRow.Detailed detailed, Map<TokenKey, Stored> stored) {
        List<TokenOutcome> tokens = detailed.tokens().stream()
                .map(token -> token.sink().isEmpty() ? token : token.withRow(values(detailed, token, stored)))
                .toList();
        return new FinishedRow.Detailed(
                detailed.rowSeq(), detailed.readAt(), detailed.endedAt(), detailed.recorded(), tokens);
    }

    private Row values(FinishedRow.Detailed detailed, TokenOutcome token, Map<TokenKey, Stored> stored) {
        return token.outcome() == Outcome.QUARANTINED
                ? unreadable(detailed.rowSeq())
                : find(stored, detailed.rowSeq(), token.part()).row();
    }

    /// An unreadable record has no values of its own in the landscape; its history has what it left.
    private Row unreadable(long rowSeq) {
        RowHistory story = reader.rows().history(runId, rowSeq).orElseThrow(() -> missing(rowSeq, 0));
        return TokenOutcome.unreadable(story.position(), story.raw().orElse(""));
    }

    private FinishedRow.Detailed passed(FinishedRow.Compact passed, Map<TokenKey, Stored> stored) {
        Stored found = find(stored, passed.rowSeq(), 0);
        var token = new TokenOutcome(
                0, Outcome.COMPLETED, Optional.of(found.row()), Optional.empty(), Optional.of(passed.sink()));
        return new FinishedRow.Detailed(
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
