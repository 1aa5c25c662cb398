package dev.rowan.engine.throttle;

/// Counts dispatched and refused requests and tokens, so that the throughput between two points is a subtraction.
/// Owned by its throttle.
final class DispatchCounter {
    /// How many dispatches back token sums are kept; older ones count as the oldest kept.
    private static final int REMEMBERED = 1 << 14;

    private final long[] sums = new long[REMEMBERED];
    private long sent;
    private long tokens;
    private long refused;
    private long refusedTokens;

    /// The counts at one dispatch.
    record Mark(long number, long at, long tokens, long refused, long refusedTokens) {

        /// The same after an earlier request turns out to be refused.
        Mark afterLateRefusal(Dispatch request) {
            return request.number() > number
                    ? this
                    : new Mark(number, at, tokens, refused + 1, refusedTokens + request.tokens());
        }

        double secondsSince(Mark earlier) {
            return (at - earlier.at) / 1e9;
        }

        /// The accepted requests after `earlier`, up to this one.
        long requestsSince(Mark earlier) {
            return number - earlier.number - (refused - earlier.refused);
        }

        /// The same in a unit: requests or tokens.
        double acceptedSince(Mark earlier, LimitUnit unit) {
            return switch (unit) {
                case REQUESTS -> (double) requestsSince(earlier);
                case TOKENS -> (double) (tokens - earlier.tokens - (refusedTokens - earlier.refusedTokens));
            };
        }
    }

    void sent(Dispatch request) {
        sent = request.number();
        tokens += request.tokens();
        sums[(int) (sent & (REMEMBERED - 1))] = tokens;
    }

    void refused(Dispatch request) {
        refused++;
        refusedTokens += request.tokens();
    }

    /// The number of the last dispatch.
    long last() {
        return sent;
    }

    /// The average tokens per request; 0 if not counted.
    double meanTokens() {
        return sent == 0 ? 0 : (double) tokens / sent;
    }

    /// The counts at the last dispatch.
    Mark now(long at) {
        return new Mark(sent, at, tokens, refused, refusedTokens);
    }

    Mark mark(Dispatch request) {
        long known = Math.max(request.number(), sent - REMEMBERED + 1);
        return new Mark(request.number(), request.at(), sums[(int) (known & (REMEMBERED - 1))], refused, refusedTokens);
    }
}
