package dev.rowan.chaos.check;

/// A violated invariant, and what was found instead.
public record Violation(String invariant, String what) {}
