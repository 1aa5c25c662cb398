package dev.rowan.engine.pool;

/// How many requests a lane lets in at once: `least`, and up to `most` where the way from the pacer to the wire
/// takes so long that permits would idle meanwhile.
record LaneCapacity(int least, int most) {
    private static final int EACH = 2;

    LaneCapacity {
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "a lane needs room for at least one request, and no less at most than at least, got " + least
                            + " and " + most);
        }
    }

    static LaneCapacity fixed(int requests) {
        return new LaneCapacity(requests, requests);
    }

    /// The room where `endings` other requests end, on average, while one is on its way to the wire. Each of them
    /// leaves a permit for which there must be somebody; twice as many, since they do not end evenly.
    int at(double endings) {
        return (int) Math.min(most, least + EACH * endings);
    }

    /// The endings beyond which there is no more room, so that there is no use in remembering more.
    double mostEndings() {
        return (double) (most - least) / EACH;
    }
}
