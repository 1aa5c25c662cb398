package dev.rowan.engine.pool;

/// How many requests a lane admits at once: `least`, and up to `most` if the path from the pacer to the wire takes
/// so long that permits would idle.
record LaneCapacity(int least, int most) {
    private static final int EACH = 2;

    LaneCapacity {
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "a lane needs a capacity of at least 1, and a maximum not below its minimum, got " + least + " and "
                            + most);
        }
    }

    static LaneCapacity fixed(int requests) {
        return new LaneCapacity(requests, requests);
    }

    /// The capacity if `endings` other requests end, on average, while one is between pacer and wire. Each of them
    /// frees a permit that another request must be ready for; twice as many, since they do not end evenly.
    int at(double endings) {
        return (int) Math.min(most, least + EACH * endings);
    }

    /// The number of endings at which the capacity reaches its maximum.
    double mostEndings() {
        return (double) (most - least) / EACH;
    }
}
