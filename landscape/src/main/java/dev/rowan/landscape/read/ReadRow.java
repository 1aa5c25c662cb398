package dev.rowan.landscape.read;

import dev.rowan.api.Row;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.TokenPositions;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Branching;
import dev.rowan.landscape.resume.PendingRow.Content;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A row as read from the source.
record ReadRow(
        long rowSeq,
        Instant readAt,
        String position,
        Optional<String> sourceId,
        Optional<String> source,
        Content content) {
    private static final int FIRST_NEW_PART = 1;

    static ReadRow from(ResultSet row) throws SQLException {
        boolean readable = !row.getString("status").equals("unreadable");
        return new ReadRow(
                row.getLong("row_seq"),
                Micros.instant(row.getLong("time")),
                row.getString("position"),
                Query.text(row, "source_id"),
                Query.text(row, "source"),
                Query.bytes(row, "payload")
                        .map(bytes -> content(bytes, readable))
                        .orElseGet(Content.Gone::new));
    }

    private static Content content(byte[] bytes, boolean readable) {
        var values = RecordedJson.object(bytes);
        return readable
                ? new Content.Values(Row.of(values))
                : new Content.Unreadable(
                        RecordedJson.reason(RecordedJson.map(values.get("reason")), false),
                        String.valueOf(values.get("raw")));
    }

    Optional<Row> row() {
        return content instanceof Content.Values(Row row) ? Optional.of(row) : Optional.empty();
    }

    /// The row with its tokens at their positions; gone if any of its values were deleted.
    PendingRow pending(Optional<TokenPositions> tokens, List<PastCall> calls) {
        Optional<TokenPositions> known = tokens.filter(followed -> !followed.isGone());
        return new PendingRow(
                rowSeq,
                readAt,
                position,
                sourceId,
                source,
                tokens.isPresent() && known.isEmpty() ? new Content.Gone() : content,
                known.map(TokenPositions::tokens).orElse(List.of()),
                known.map(TokenPositions::nextPart).orElse(FIRST_NEW_PART),
                calls,
                failures(tokens),
                known.map(TokenPositions::branching).orElse(Branching.NONE));
    }

    /// The row as if not visited yet, with what its joins decided and where its tokens have been.
    PendingRow asRead(Optional<TokenPositions> tokens, List<PastCall> calls) {
        return new PendingRow(
                rowSeq,
                readAt,
                position,
                sourceId,
                source,
                content,
                row().map(row -> new TokenPositions(row).tokens()).orElse(List.of()),
                FIRST_NEW_PART,
                calls,
                failures(tokens),
                tokens.map(TokenPositions::branching)
                        .map(made -> new Branching(List.of(), made.joins(), made.visits(), made.cutOff()))
                        .orElse(Branching.NONE));
    }

    private static List<PastFailure> failures(Optional<TokenPositions> tokens) {
        return tokens.map(TokenPositions::failures).orElse(List.of());
    }
}
