package dev.rowan.engine.pool;

/// How many requests a lane admits at once: `min`, and up to `max` if the path from the pacer to the wire takes
/// so long that permits would idle.
record LaneCapacity(int min, int max) {
    private static final int EACH = 2;

    LaneCapacity {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "a lane needs a capacity of at least 1, and a maximum not below its minimum, got " + min + " and "
                            + max);
        }
    }

    static LaneCapacity fixed(int requests) {
        return new LaneCapacity(requests, requests);
    }

    /// The capacity if `endings` other requests end, on average, while one is between pacer and wire. Each of them
    /// frees a permit that another request must be ready for; twice as many, since they do not end evenly.
    int at(double endings) {
        return (int) Math.min(max, min + EACH * endings);
    }

    /// The number of endings at which the capacity reaches its maximum.
    double maxEndings() {
        return (double) (max - min) / EACH;
    }
}
