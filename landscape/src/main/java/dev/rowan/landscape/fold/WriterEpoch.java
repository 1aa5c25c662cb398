package dev.rowan.landscape.fold;

/// A writer of a run in one of its epochs.
public record WriterEpoch(int writer, int epoch) {}
