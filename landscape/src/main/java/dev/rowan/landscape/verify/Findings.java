package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.LogKey;
import java.util.ArrayList;
import java.util.List;

/// Collects findings; keeps the first ones and counts the rest. Owned by one thread.
final class Findings {
    private static final int KEPT = 100;

    private final List<Finding> kept = new ArrayList<>();
    private long all;
    private long seq;
    private int writer;

    /// Attributes later findings to the event `number`.
    void at(long number) {
        seq = number;
    }

    /// Attributes later findings to this event; those of the owner's chain by number alone.
    void at(StoredEvent event) {
        writer = event.writer();
        at(LogKey.seq(event.eventId()));
    }

    void add(String invariant, String words) {
        all++;
        if (kept.size() < KEPT) {
            kept.add(new Finding(invariant, seq, writer == LogKey.OWNER ? words : words + " (chain " + writer + ")"));
        }
    }

    List<Finding> list() {
        return List.copyOf(kept);
    }

    long all() {
        return all;
    }
}
