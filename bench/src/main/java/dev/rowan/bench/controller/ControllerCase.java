package dev.rowan.bench.controller;

import java.util.Locale;

/// A hidden limit to find: its form, its unit, the rate per second, the latency of answers, and the share of requests
/// rejected at random.
record ControllerCase(Form form, Counted counted, double perSecond, double latency, double noise, Machine machine) {
    /// The tokens of an average request.
    static final double MEAN_TOKENS = 1_000;

    /// Answers take `latency` times exp(0.3 × a normal deviate), so this much of it on average.
    static final double MEAN_LATENCY = Math.exp(0.3 * 0.3 / 2);

    enum Form {
        /// A bucket that holds a tenth of a second's worth.
        TENTH_BUCKET(0.1),
        /// A bucket that holds one second's worth.
        BUCKET(1),
        /// A bucket that holds a minute's worth.
        MINUTE_BUCKET(60),
        /// The generic cell rate algorithm with a tolerance of 50 ms.
        GCRA(0.05),
        /// A quota for each second of the clock.
        FIXED_SECOND(1),
        /// A quota for each minute of the clock.
        FIXED_MINUTE(60),
        /// A quota for the last second.
        SLIDING_SECOND(1),
        /// A quota for the last minute.
        SLIDING_MINUTE(60),
        /// A limit of concurrent requests.
        CONCURRENCY(0),
        /// No limit at all.
        UNLIMITED(0);

        private final double seconds;

        Form(double seconds) {
            this.seconds = seconds;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /// Whether it is a quota per minute.
        boolean isMinuteQuota() {
            return this == FIXED_MINUTE || this == SLIDING_MINUTE;
        }
    }

    /// The machine that Rowan runs on.
    enum Machine {
        /// Requests leave when they are due.
        IDLE,
        /// The pacer wakes up late, requests leave in groups every 50 ms, when their intents are committed, and
        /// some commits take long.
        BUSY
    }

    enum Counted {
        REQUESTS,
        TOKENS
    }

    /// Whether such a limit exists: GCRA counts requests, and so does concurrency, where answers must take longer than
    /// the round trip.
    boolean isMeaningful() {
        return switch (form) {
            case GCRA -> counted == Counted.REQUESTS;
            case CONCURRENCY -> counted == Counted.REQUESTS && latency >= 1;
            case UNLIMITED -> false;
            case TENTH_BUCKET, BUCKET, MINUTE_BUCKET, FIXED_SECOND, FIXED_MINUTE, SLIDING_SECOND, SLIDING_MINUTE ->
                true;
        };
    }

    ControllerServer server() {
        double limit = limit(perSecond);
        double largest = counted == Counted.TOKENS ? 5 * MEAN_TOKENS : 1;
        return switch (form) {
            case TENTH_BUCKET, BUCKET, MINUTE_BUCKET -> new ControllerServer.Bucket(limit, form.seconds, largest);
            case GCRA -> new ControllerServer.Gcra(limit, form.seconds);
            case FIXED_SECOND, FIXED_MINUTE -> new ControllerServer.FixedWindow(limit, form.seconds);
            case SLIDING_SECOND, SLIDING_MINUTE -> new ControllerServer.SlidingWindow(limit, form.seconds);
            case CONCURRENCY -> new ControllerServer.Concurrency(limit, MEAN_LATENCY * latency);
            case UNLIMITED -> new ControllerServer.Unlimited();
        };
    }

    /// A limit in the unit of the server.
    double limit(double requestsPerSecond) {
        return counted == Counted.TOKENS ? requestsPerSecond * MEAN_TOKENS : requestsPerSecond;
    }

    double cost(long tokens) {
        return counted == Counted.TOKENS ? (double) tokens : 1;
    }

    String label() {
        return "%s of %s%s | %.0f | %s | %s"
                .formatted(
                        form.label(),
                        counted.name().toLowerCase(Locale.ROOT),
                        machine == Machine.BUSY ? ", busy machine" : "",
                        perSecond,
                        latency < 1 ? "%.0f ms".formatted(1_000 * latency) : "%.0f s".formatted(latency),
                        noise == 0 ? "none" : "%.1f %%".formatted(100 * noise));
    }

    /// Four times the requests in flight at the limit, so that the pool is not the bottleneck.
    int pool() {
        return (int) Math.max(64, 4 * perSecond * (latency + ControllerRun.MAX_DELAY));
    }

    /// What the limit accepts in its first seconds from a client with an endless backlog and this pool.
    double offered(double seconds) {
        double stored = switch (form) {
            case TENTH_BUCKET, BUCKET, MINUTE_BUCKET, GCRA, SLIDING_SECOND, FIXED_SECOND -> form.seconds * perSecond;
            case FIXED_MINUTE, SLIDING_MINUTE -> (form.seconds - seconds) * perSecond;
            case CONCURRENCY, UNLIMITED -> 0;
        };
        return Math.min(stored + seconds * perSecond, pool() * seconds / (latency * MEAN_LATENCY + 0.02));
    }

    /// The measuring interval in seconds: at least ten, and long enough for two hundred requests, so that 1 % is
    /// measurable; a whole minute for a quota per minute.
    double horizon(double requestsPerSecond) {
        return form.isMinuteQuota() ? 60 : Math.max(10, 200 / requestsPerSecond);
    }

    /// Changes come at any `phase` from 0 to 1 of a minute.
    ControllerPlan plan(double phase) {
        double at = 60 * phase;
        return form.isMinuteQuota()
                ? new ControllerPlan(at, 300, 660 + at, 1_020 + at, 1_260 + at, 1_620 + at)
                : new ControllerPlan(0, 120, 420 + at, 540 + at, 660 + at, 780 + at);
    }
}
