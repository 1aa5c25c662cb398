package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import dev.rowan.landscape.record.CallCost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A page of tokens. `matched` counts all matches, `cost` is their total, `offset` the number before the page.
/// While the index is incomplete, all of it covers what was read.
public record TokenPage(List<Line> lines, long matched, CallCost cost, long offset, Progress progress) {
    public TokenPage {
        lines = List.copyOf(lines);
    }

    public boolean hasBefore() {
        return offset > 0;
    }

    public boolean hasAfter() {
        return offset + lines.size() < matched;
    }

    /// How much of the run was read, and when it was complete, in nanoseconds of [Time].
    public record Progress(long events, long of, long tokens, long bytes, OptionalLong wholeAt) {
        public boolean isWhole() {
            return events >= of;
        }

        /// The age of the data; zero where it was never complete.
        public Duration age(long now) {
            return wholeAt.isPresent() ? Duration.ofNanos(Math.max(0, now - wholeAt.getAsLong())) : Duration.ZERO;
        }

        public double share() {
            return of <= 0 ? 1 : Math.min(1, (double) events / of);
        }
    }

    /// A token; in flight, `ending` is empty and `latency` (in microseconds) is -1.
    public record Line(
            PageQuery.OrderKey key,
            long row,
            int part,
            Optional<Ending> ending,
            boolean awaits,
            CallCost cost,
            long latency,
            int attempts) {}
}
