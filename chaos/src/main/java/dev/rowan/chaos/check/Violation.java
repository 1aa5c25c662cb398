package dev.rowan.chaos.check;

/// Something that does not hold: which invariant of the protocols, and what was found instead.
public record Violation(String invariant, String what) {}
