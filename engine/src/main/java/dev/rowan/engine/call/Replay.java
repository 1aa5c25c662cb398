package dev.rowan.engine.call;

import java.util.concurrent.atomic.LongAdder;

/// How a replay answers calls: from the record of the original run, and from a certain node on, if there is one, by
/// the services if the record has no answer to the same request.
///
/// Shared by all rows; its state are counters.
public final class Replay {
    private static final int NEVER = Integer.MAX_VALUE;

    private final int from;
    private final boolean changed;
    private final LongAdder recalled = new LongAdder();
    private final LongAdder stood = new LongAdder();
    private final LongAdder differing = new LongAdder();

    private Replay(int from, boolean changed) {
        this.from = from;
        this.changed = changed;
    }

    /// Sends nothing. `changed` means that the original run was changed along the way, so that a request may differ
    /// from the one that was answered: then the recorded one counts.
    public static Replay strict(boolean changed) {
        return new Replay(NEVER, changed);
    }

    /// Nodes from `node` on may send what the record does not answer.
    public static Replay from(int node, boolean changed) {
        return new Replay(node, changed);
    }

    public boolean isStrict() {
        return from == NEVER;
    }

    /// Whether the node with this number may send.
    public boolean sends(int node) {
        return node >= from;
    }

    /// Whether a different request may be answered by the recorded one in its place.
    boolean isChanged() {
        return changed;
    }

    void recall() {
        recalled.increment();
    }

    void stand() {
        stood.increment();
    }

    void differ() {
        differing.increment();
    }

    /// The number of calls that the record answered.
    public long recalled() {
        return recalled.sum();
    }

    /// The number of visits that ended as recorded because there was no answer then either.
    public long stood() {
        return stood.sum();
    }

    /// The number of answered calls whose request differs now.
    public long differing() {
        return differing.sum();
    }
}
