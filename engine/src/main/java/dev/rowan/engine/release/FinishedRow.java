package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import java.time.Instant;
import java.util.List;

/// A row that is through the transforms and waits for its turn to leave.
public sealed interface FinishedRow {
    long rowSeq();

    /// The landscape's number of the row's last record.
    long recorded();

    /// With its tokens, and their values unless these were dropped to save memory.
    record Detailed(long rowSeq, Instant readAt, Instant endedAt, long recorded, List<TokenOutcome> tokens)
            implements FinishedRow {
        /// The same with a later last record.
        public Detailed recordedAt(long number) {
            return new Detailed(rowSeq, readAt, endedAt, number, tokens);
        }
    }

    /// A row that passed as one token, of which nothing but the number was kept.
    record Compact(long rowSeq, long recorded) implements FinishedRow {}

    /// The same row end with its values dropped.
    static FinishedRow thin(FinishedRow end) {
        return switch (end) {
            case Detailed told
            when told.tokens().size() == 1 && told.tokens().getFirst().outcome() == Outcome.COMPLETED ->
                new Compact(told.rowSeq(), told.recorded());
            case Detailed(var seq, var readAt, var endedAt, var recorded, var tokens) ->
                new Detailed(
                        seq,
                        readAt,
                        endedAt,
                        recorded,
                        tokens.stream().map(TokenOutcome::withoutRow).toList());
            case Compact passed -> passed;
        };
    }

    /// About how many bytes of memory it takes; of a row that passed, so little that only their number counts.
    static long size(FinishedRow end) {
        return switch (end) {
            case Detailed told -> {
                long bytes = 0;
                for (TokenOutcome token : told.tokens()) {
                    bytes += token.row().map(RowMemory::of).orElse(0L);
                    bytes += token.failure().map(FinishedRow::size).orElse(0L);
                }
                yield bytes;
            }
            case Compact _ -> 0;
        };
    }

    private static long size(TokenOutcome.Failure failure) {
        return 300
                + RowMemory.ofValue(failure.reason().message())
                + RowMemory.ofValue(failure.reason().details());
    }
}
