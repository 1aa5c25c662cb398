package dev.rowan.engine.pool;

/// A node whose calls can be tuned while its run works.
public interface TunableNode {
    String name();

    /// The current settings, with changes made since the start.
    PoolConfig config();

    /// Changes the settings. Requests on the wire stay there.
    void tune(PoolConfig changed);
}
