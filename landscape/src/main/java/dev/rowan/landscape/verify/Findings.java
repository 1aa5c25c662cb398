package dev.rowan.landscape.verify;

import java.util.ArrayList;
import java.util.List;

/// Collects findings; keeps the first ones and counts the rest. Owned by one thread.
final class Findings {
    private static final int KEPT = 100;

    private final List<Finding> kept = new ArrayList<>();
    private long all;
    private long seq;

    /// Attributes later findings to the event `number`.
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
