package dev.rowan.landscape.verify;

import java.util.ArrayList;
import java.util.List;

/// What was found so far; of very many only the first. Owned by one thread.
final class Findings {
    private static final int KEPT = 100;

    private final List<Finding> kept = new ArrayList<>();
    private long all;
    private long seq;

    /// What is found from now on, the event `number` shows.
    void at(long number) {
        seq = number;
    }

    void add(String invariant, String words) {
        all++;
        if (kept.size() < KEPT) {
            kept.add(new Finding(invariant, seq, words));
        }
    }

    List<Finding> list() {
        return List.copyOf(kept);
    }

    long all() {
        return all;
    }
}
