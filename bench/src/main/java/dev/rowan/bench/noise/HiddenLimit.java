package dev.rowan.bench.noise;

/// A limit that a service enforces and does not announce. Times are seconds since its first request. Guarded by the
/// lock of the server that owns it.
public sealed interface HiddenLimit {

    /// Whether a request that arrives at `at` is accepted while `inFlight` others are being answered.
    boolean admits(double at, int inFlight);

    /// What it would accept between the two times from a client with an endless backlog.
    double capacity(double from, double to);

    /// Parses `none`, `bucket:PER_SECOND:BURST`, `window:QUOTA:SECONDS` or `concurrency:MAX:LATENCY_SECONDS`.
    static HiddenLimit parse(String text) {
        String[] parts = text.split(":", -1);
        return switch (parts[0]) {
            case "none" -> new None();
            case "bucket" -> new Bucket(Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
            case "window" -> new Window(Long.parseLong(parts[1]), Double.parseDouble(parts[2]));
            case "concurrency" -> new Concurrency(Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
            default ->
                throw new IllegalArgumentException("expected none, bucket, window or concurrency, got '" + text + "'");
        };
    }

    record None() implements HiddenLimit {
        @Override
        public boolean admits(double at, int inFlight) {
            return true;
        }

        @Override
        public double capacity(double from, double to) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /// A token bucket, full at the beginning.
    final class Bucket implements HiddenLimit {
        private final double perSecond;
        private final double burst;
        private double level;
        private double last;

        Bucket(double perSecond, double burst) {
            this.perSecond = perSecond;
            this.burst = burst;
            this.level = burst;
        }

        @Override
        public boolean admits(double at, int inFlight) {
            level = Math.min(burst, level + (at - last) * perSecond);
            last = at;
            if (level < 1) {
                return false;
            }
            level--;
            return true;
        }

        @Override
        public double capacity(double from, double to) {
            return (to - from) * perSecond + (from == 0 ? burst : 0);
        }
    }

    /// A quota for each fixed window.
    final class Window implements HiddenLimit {
        private final long quota;
        private final double seconds;
        private double current = -1;
        private long used;

        Window(long quota, double seconds) {
            this.quota = quota;
            this.seconds = seconds;
        }

        @Override
        public boolean admits(double at, int inFlight) {
            double window = Math.floor(at / seconds);
            if (window > current) {
                current = window;
                used = 0;
            }
            if (used >= quota) {
                return false;
            }
            used++;
            return true;
        }

        @Override
        public double capacity(double from, double to) {
            return quota * (Math.ceil(to / seconds) - Math.floor(from / seconds));
        }
    }

    /// So many requests at once, each answered after `latency` seconds.
    record Concurrency(int max, double latency) implements HiddenLimit {
        @Override
        public boolean admits(double at, int inFlight) {
            return inFlight < max;
        }

        @Override
        public double capacity(double from, double to) {
            return (to - from) * max / latency;
        }
    }
}
