package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import java.time.Instant;
import java.util.List;

/// A row that has finished its transforms and waits for its turn.
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

    /// A row that completed as one token, of which only the number and the sink were kept.
    record Compact(long rowSeq, long recorded, String sink) implements FinishedRow {}

    /// A row of a worker that waits for a batch service, and is left to a later job.
    record Postponed(long rowSeq) implements FinishedRow {
        @Override
        public long recorded() {
            return 0;
        }
    }

    /// The same row with its values dropped.
    static FinishedRow thin(FinishedRow end) {
        return switch (end) {
            case Detailed detailed
            when detailed.tokens().size() == 1 && detailed.tokens().getFirst().outcome() == Outcome.COMPLETED ->
                new Compact(
                        detailed.rowSeq(),
                        detailed.recorded(),
                        detailed.tokens().getFirst().sink().orElseThrow());
            case Detailed(var seq, var readAt, var endedAt, var recorded, var tokens) ->
                new Detailed(
                        seq,
                        readAt,
                        endedAt,
                        recorded,
                        tokens.stream().map(TokenOutcome::withoutRow).toList());
            case Compact passed -> passed;
            case Postponed postponed -> postponed;
        };
    }

    /// The approximate memory; zero for a compact row, which is bounded by number.
    static long size(FinishedRow end) {
        return switch (end) {
            case Detailed detailed -> {
                long bytes = 0;
                for (TokenOutcome token : detailed.tokens()) {
                    bytes += token.row().map(RowMemory::of).orElse(0L);
                    bytes += token.failure().map(FinishedRow::size).orElse(0L);
                    bytes += token.group()
                            .map(group -> RowMemory.ofValue(group.key()))
                            .orElse(0L);
                }
                yield bytes;
            }
            case Compact _, Postponed _ -> 0;
        };
    }

    private static long size(TokenOutcome.Failure failure) {
        return 300
                + RowMemory.ofValue(failure.reason().message())
                + RowMemory.ofValue(failure.reason().details());
    }
}
