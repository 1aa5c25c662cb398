package dev.rowan.cli.rows;

import dev.rowan.api.Outcome;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.Why;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A finished row, with the reason if it did not succeed.
record EndedRow(
        long row,
        int part,
        Optional<String> sourceId,
        String position,
        String outcome,
        Optional<String> node,
        Optional<String> code,
        Optional<Why> why,
        boolean deleted,
        Optional<String> sink) {

    static EndedRow read(LandscapeReader reader, String runId, RowMatches.Token token) {
        RowHistory history = reader.rows()
                .history(runId, token.row())
                .orElseThrow(
                        () -> new IllegalStateException("row " + token.row() + " has an outcome but was never read"));
        RowHistory.End end = history.ends().stream()
                .filter(one -> one.part() == token.part())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("row " + token.row() + " has lost its outcome"));
        return new EndedRow(
                token.row(),
                token.part(),
                history.sourceId(),
                history.position(),
                end.outcome().word(),
                end.nodeName(),
                end.reason(),
                end.reason().isPresent()
                        ? refusal(reader, runId, token.row(), end)
                                .or(() -> reason(history, token.part()))
                                .map(Why::of)
                        : Optional.empty(),
                history.deleted().isPresent(),
                end.sink());
    }

    /// The reason of the sink that refused the row, if it failed at no node.
    private static Optional<Map<String, @Nullable Object>> refusal(
            LandscapeReader reader, String runId, long row, RowHistory.End end) {
        return end.nodeName().isPresent() || end.outcome() != Outcome.FAILED
                ? Optional.empty()
                : SinkRefusal.of(reader, runId, row).stream()
                        .filter(refusal -> refusal.part() == end.part())
                        .map(SinkRefusal::reason)
                        .findFirst();
    }

    /// The reason of the last failed visit, or of the failed read; empty if the values were deleted.
    private static Optional<Map<String, @Nullable Object>> reason(RowHistory history, int part) {
        return history.visits().reversed().stream()
                .filter(visit -> visit.part() == part)
                .flatMap(visit -> visit.reason().stream())
                .findFirst()
                .or(history::unreadable);
    }

    /// The message; empty if there is none, such as for a token whose join closed without it.
    String message() {
        return why.map(Why::sentence).orElse(deleted && code.isPresent() ? "(values deleted)" : "");
    }

    JsonObject json() {
        return JsonObject.object()
                .put("row_seq", row)
                .put("part", part)
                .put("source_id", sourceId)
                .put("position", position)
                .put("outcome", outcome)
                .put("node", node)
                .put("reason", code)
                .put("message", why.map(Why::sentence))
                .put("details", why.map(Why::details))
                .put("sink", sink);
    }
}
