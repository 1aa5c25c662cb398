package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.landscape.resume.PendingRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Ends rows that cannot run; their sources say where they go.
record Quarantine(Pipeline pipeline) {

    /// The end of a recorded row without values.
    FinishedRow of(PendingRow row) {
        return switch (row.content()) {
            case PendingRow.Content.Unreadable(var reason, var raw) ->
                of(row.rowSeq(), row.source(), row.readAt(), 0, row.position(), reason, raw);
            case PendingRow.Content.Gone _ -> {
                var reason = Reason.of("values_deleted", "the values were deleted before the row had ended");
                yield of(row.rowSeq(), row.source(), row.readAt(), 0, row.position(), reason, "");
            }
            case PendingRow.Content.Values _ -> throw new IllegalArgumentException("the row has values");
        };
    }

    /// The end of an unreadable record.
    FinishedRow of(
            long rowSeq,
            Optional<String> source,
            Instant readAt,
            long recorded,
            String position,
            Reason reason,
            String raw) {
        var failure = new TokenOutcome.Failure(Optional.empty(), source.orElse("source"), reason, 1);
        Row row = TokenOutcome.unreadable(position, raw);
        TokenOutcome end =
                TokenEnds.failed(0, row, failure, pipeline.source(source).onError(), Outcome.QUARANTINED);
        return new FinishedRow.Detailed(rowSeq, readAt, readAt, recorded, List.of(end));
    }
}
