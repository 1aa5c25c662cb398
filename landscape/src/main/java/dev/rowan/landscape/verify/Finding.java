package dev.rowan.landscape.verify;

/// A rule that a run's record breaks, by its number (`I1` to `I16`, docs/landscape.md), the event that shows it, and
/// what is wrong in words.
public record Finding(String invariant, long seq, String words) {}
