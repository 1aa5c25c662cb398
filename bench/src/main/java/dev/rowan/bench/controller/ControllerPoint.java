package dev.rowan.bench.controller;

/// A hidden limit of the simulator: its shape, its unit, the rate per second, the period in seconds; and the latency
/// in milliseconds and the pool size of the client.
record ControllerPoint(
        String shape, ControllerCase.Counted counted, long perSecond, int period, int latency, int pool) {
    /// The tokens of an average request.
    static final long TOKENS = 200;

    /// The limit in its unit per second.
    double limit() {
        return counted == ControllerCase.Counted.TOKENS ? (double) perSecond * TOKENS : perSecond;
    }

    /// The delay of answers in whole seconds.
    int late() {
        return latency / 1_000;
    }

    boolean isWindow() {
        return shape.equals("window");
    }

    /// The simulator's settings with `by` times the limit, without rate headers and advice. A bucket of
    /// requests holds a second's worth, one of tokens a period's.
    String settings(double by) {
        long amount = Math.round(limit() * period * by);
        String limit = counted == ControllerCase.Counted.TOKENS
                ? "\"tokens\": %d".formatted(amount)
                : "\"requests\": %d, \"burst\": %d".formatted(amount, Math.round(perSecond * by));
        return """
                {"latency": {"typical": "%dms"},
                 "limits": {%s, "per": "%ds", "shape": "%s", "headers": false, "retry_after": false}}""".formatted(latency, limit, period, shape);
    }

    String label() {
        String counts = counted == ControllerCase.Counted.TOKENS ? "tokens" : "requests";
        return "%s of %s | %d | %s"
                .formatted(
                        isWindow() ? period + " s window" : shape,
                        counts,
                        perSecond,
                        late() > 0 ? late() + " s" : latency + " ms");
    }
}
