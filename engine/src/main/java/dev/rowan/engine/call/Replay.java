package dev.rowan.engine.call;

import java.util.concurrent.atomic.LongAdder;

/// How the calls of a run are answered that repeats another one: from that one's record, and from a certain node on,
/// if there is one, by the services where the record has no answer to the same request.
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

    /// Nothing is sent. `changed` says that the run was changed on its way, so that a request may be another than
    /// the one that was answered: the recorded one counts then.
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

    /// Whether another request may be answered by what was recorded in its place.
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

    /// How many calls the record answered.
    public long recalled() {
        return recalled.sum();
    }

    /// How many visits ended as recorded because no answer had come then either.
    public long stood() {
        return stood.sum();
    }

    /// How many of the calls that were answered had another request now.
    public long differing() {
        return differing.sum();
    }
}
