package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import dev.rowan.landscape.record.CallCost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A page of tokens. `matched` counts all that fit, `cost` is theirs together, `offset` are those before the
/// page. While the columns are not whole yet, all of this is of the part that is there.
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

    /// How much of the run is in the columns, and when it was all of it, in nanoseconds of [Time].
    public record Progress(long events, long of, long tokens, long bytes, OptionalLong wholeAt) {
        public boolean isWhole() {
            return events >= of;
        }

        /// How old what is there is `now`; nothing where it was never whole.
        public Duration age(long now) {
            return wholeAt.isPresent() ? Duration.ofNanos(Math.max(0, now - wholeAt.getAsLong())) : Duration.ZERO;
        }

        public double share() {
            return of <= 0 ? 1 : Math.min(1, (double) events / of);
        }
    }

    /// A token; `ending` is empty while it has not ended, and `latency` (in microseconds) is -1 then.
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
