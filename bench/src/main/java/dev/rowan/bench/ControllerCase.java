package dev.rowan.bench;

import java.util.Locale;

/// One hidden limit to be found: its form, what it counts, how much a second, and how long answers take.
record ControllerCase(Form form, Counted counted, double perSecond, double latency) {
    /// The tokens of an average request, where tokens are counted.
    static final double MEAN_TOKENS = 1_000;

    enum Form {
        /// A bucket that holds one second's worth.
        BUCKET,
        /// A bucket that holds a minute's worth.
        MINUTE_BUCKET,
        /// A quota for each minute of the clock.
        FIXED_MINUTE;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    enum Counted {
        REQUESTS,
        TOKENS
    }

    ControllerServer server() {
        double limit = limit(perSecond);
        return switch (form) {
            case BUCKET -> new ControllerServer.Bucket(limit, 1);
            case MINUTE_BUCKET -> new ControllerServer.Bucket(limit, 60);
            case FIXED_MINUTE -> new ControllerServer.Minute(limit);
        };
    }

    /// A limit in what the server counts.
    double limit(double requestsPerSecond) {
        return counted == Counted.TOKENS ? requestsPerSecond * MEAN_TOKENS : requestsPerSecond;
    }

    double cost(long tokens) {
        return counted == Counted.TOKENS ? (double) tokens : 1;
    }

    String words() {
        return "%s of %s | %.0f | %s"
                .formatted(
                        form.words(),
                        counted.name().toLowerCase(Locale.ROOT),
                        perSecond,
                        latency < 1 ? "20 ms" : "10 s");
    }

    /// Four times what the limit keeps on the wire, so that it is the limit that holds back, not the pool.
    int pool() {
        return (int) Math.max(64, 4 * perSecond * (latency + ControllerRun.THERE));
    }

    /// The seconds over which a limit is judged: no fewer than ten, and as many as two hundred requests take,
    /// of which one in a hundred can be told; a whole minute where the quota is one of a minute.
    double horizon(double requestsPerSecond) {
        return form == Form.FIXED_MINUTE ? 60 : Math.max(10, 200 / requestsPerSecond);
    }

    /// Changes come at any `phase` from 0 to 1 of a minute.
    ControllerPlan plan(double phase) {
        double at = 60 * phase;
        return form == Form.FIXED_MINUTE
                ? new ControllerPlan(at, 300, 660 + at, 1_020 + at, 1_260 + at, 1_620 + at)
                : new ControllerPlan(0, 120, 420 + at, 540 + at, 660 + at, 780 + at);
    }
}
