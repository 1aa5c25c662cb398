package dev.rowan.bench;

/// A model of a service with a hidden limit, in simulated seconds. Owned by one thread.
abstract sealed class ControllerServer {
    private double perSecond;

    private ControllerServer(double perSecond) {
        this.perSecond = perSecond;
    }

    /// Whether a request of this cost is let in; one that is not costs nothing.
    abstract boolean admits(double at, double cost);

    /// The limit, in units a second.
    final double perSecond() {
        return perSecond;
    }

    void limit(double changed) {
        perSecond = changed;
    }

    /// A bucket that fills drop by drop and holds what so many seconds bring.
    static final class Bucket extends ControllerServer {
        private final double seconds;
        private double level;
        private double last;

        Bucket(double perSecond, double seconds) {
            super(perSecond);
            this.seconds = seconds;
            this.level = perSecond * seconds;
        }

        @Override
        boolean admits(double at, double cost) {
            fill(at);
            boolean room = level >= cost;
            level -= room ? cost : 0;
            return room;
        }

        private void fill(double at) {
            level = Math.min(perSecond() * seconds, level + (at - last) * perSecond());
            last = at;
        }
    }

    /// A quota that comes whole at the beginning of each minute.
    static final class Minute extends ControllerServer {
        private static final double MINUTE = 60;

        private double window = -1;
        private double used;

        Minute(double perSecond) {
            super(perSecond);
        }

        @Override
        boolean admits(double at, double cost) {
            double now = Math.floor(at / MINUTE);
            if (now > window) {
                window = now;
                used = 0;
            }
            boolean room = used + cost <= perSecond() * MINUTE;
            used += room ? cost : 0;
            return room;
        }
    }
}
