package dev.rowan.bench.controller;

import java.util.ArrayDeque;

/// A model of a service with a hidden limit, in simulated seconds. Owned by one thread.
abstract sealed class ControllerServer {
    private double perSecond;

    private ControllerServer(double perSecond) {
        this.perSecond = perSecond;
    }

    /// Whether a request of this cost is admitted; a rejected one costs nothing.
    abstract boolean admits(double at, double cost);

    /// An admitted request has been served.
    void served() {}

    /// The limit, in units per second.
    final double perSecond() {
        return perSecond;
    }

    void limit(double changed) {
        perSecond = changed;
    }

    /// No limit at all.
    static final class Unlimited extends ControllerServer {
        Unlimited() {
            super(Double.POSITIVE_INFINITY);
        }

        @Override
        boolean admits(double at, double cost) {
            return true;
        }
    }

    /// A token bucket that refills continuously and holds the amount of so many seconds, at least `least`.
    static final class Bucket extends ControllerServer {
        private final double seconds;
        private final double least;
        private double level;
        private double last;

        Bucket(double perSecond, double seconds, double least) {
            super(perSecond);
            this.seconds = seconds;
            this.least = least;
            this.level = capacity();
        }

        @Override
        boolean admits(double at, double cost) {
            level = Math.min(capacity(), level + (at - last) * perSecond());
            last = at;
            boolean room = level >= cost;
            level -= room ? cost : 0;
            return room;
        }

        private double capacity() {
            return Math.max(least, perSecond() * seconds);
        }
    }

    /// The generic cell rate algorithm: each request advances the theoretical arrival time; one
    /// that is ahead of it by more than the tolerance is rejected.
    static final class Gcra extends ControllerServer {
        private final double tolerance;
        private double expected;

        Gcra(double perSecond, double tolerance) {
            super(perSecond);
            this.tolerance = tolerance;
        }

        @Override
        boolean admits(double at, double cost) {
            double from = Math.max(expected, at);
            boolean room = from - at <= Math.max(tolerance, cost / perSecond());
            expected = room ? from + cost / perSecond() : expected;
            return room;
        }
    }

    /// A quota that resets at the start of each window.
    static final class FixedWindow extends ControllerServer {
        private final double seconds;
        private double window = -1;
        private double used;

        FixedWindow(double perSecond, double seconds) {
            super(perSecond);
            this.seconds = seconds;
        }

        @Override
        boolean admits(double at, double cost) {
            double now = Math.floor(at / seconds);
            if (now > window) {
                window = now;
                used = 0;
            }
            boolean room = used + cost <= perSecond() * seconds;
            used += room ? cost : 0;
            return room;
        }
    }

    /// A quota for the seconds before each request.
    static final class SlidingWindow extends ControllerServer {
        private final double seconds;
        private final ArrayDeque<double[]> counted = new ArrayDeque<>();
        private double used;

        SlidingWindow(double perSecond, double seconds) {
            super(perSecond);
            this.seconds = seconds;
        }

        @Override
        boolean admits(double at, double cost) {
            while (!counted.isEmpty() && counted.peek()[0] <= at - seconds) {
                used -= counted.remove()[1];
            }
            boolean room = used + cost <= perSecond() * seconds;
            if (room) {
                used += cost;
                counted.add(new double[] {at, cost});
            }
            return room;
        }
    }

    /// A limit of concurrent requests: the number in service at `perSecond`.
    static final class Concurrency extends ControllerServer {
        private final double serviceTime;
        private int inService;

        Concurrency(double perSecond, double serviceTime) {
            super(perSecond);
            this.serviceTime = serviceTime;
        }

        @Override
        boolean admits(double at, double cost) {
            boolean room = inService < Math.round(perSecond() * serviceTime);
            inService += room ? 1 : 0;
            return room;
        }

        @Override
        void served() {
            inService--;
        }
    }
}
