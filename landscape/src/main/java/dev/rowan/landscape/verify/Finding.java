package dev.rowan.landscape.verify;

/// A violated invariant: its number (`I1` to `I16`, `I21`; docs/landscape.md), the event that shows it, and a
/// description.
public record Finding(String invariant, long seq, String message) {}
