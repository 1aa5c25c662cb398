package dev.rowan.engine.graph;

/// Where an edge leads.
public sealed interface Target {

    record Node(int index) implements Target {}

    record Sink(String name) implements Target {}

    /// Nowhere, on purpose; the landscape records it as discarded.
    record Discard() implements Target {}
}
