package dev.rowan.simulator.limit;

/// One allowance and its use so far. The rate is passed in each time, because it may change between two requests.
///
/// Owned by the [Gate] that holds it.
sealed interface Meter {

    /// Refills up to the time `now`.
    void advance(Rate rate, long now);

    /// The nanoseconds until `amount` may be taken; 0 when that is now.
    long wait(long amount, Rate rate, long now);

    void take(long amount);

    /// The remaining amount, and the time until it is full.
    RateState.Level level(Rate rate, long now);

    static Meter of(LimitSettings.Shape shape, long now) {
        return switch (shape) {
            case BUCKET -> new Bucket(now);
            case WINDOW -> new Window();
        };
    }

    /// A token bucket that starts full.
    final class Bucket implements Meter {
        private double left = Double.MAX_VALUE;
        private long at;

        private Bucket(long now) {
            at = now;
        }

        @Override
        public void advance(Rate rate, long now) {
            left = Math.min((double) rate.burst(), left + (now - at) * rate.perNano());
            at = now;
        }

        @Override
        public long wait(long amount, Rate rate, long now) {
            double missing = Math.min(amount, rate.burst()) - left;
            return missing <= 0 ? 0 : (long) Math.ceil(missing / rate.perNano());
        }

        @Override
        public void take(long amount) {
            left -= amount;
        }

        @Override
        public RateState.Level level(Rate rate, long now) {
            long full = (long) Math.ceil((rate.burst() - left) / rate.perNano());
            return new RateState.Level(rate.amount(), (long) Math.max(0, left), Math.max(0, full));
        }
    }

    /// A fixed window.
    final class Window implements Meter {
        private long number;
        private long used;

        @Override
        public void advance(Rate rate, long now) {
            long current = Math.floorDiv(now, rate.per().toNanos());
            if (current != number) {
                number = current;
                used = 0;
            }
        }

        @Override
        public long wait(long amount, Rate rate, long now) {
            return used + Math.min(amount, rate.amount()) <= rate.amount() ? 0 : untilNext(rate, now);
        }

        @Override
        public void take(long amount) {
            used += amount;
        }

        @Override
        public RateState.Level level(Rate rate, long now) {
            return new RateState.Level(rate.amount(), Math.max(0, rate.amount() - used), untilNext(rate, now));
        }

        private static long untilNext(Rate rate, long now) {
            long period = rate.per().toNanos();
            return period - Math.floorMod(now, period);
        }
    }
}
