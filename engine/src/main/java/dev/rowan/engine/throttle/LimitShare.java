package dev.rowan.engine.throttle;

/// The part of a limit that this process has: `share`, from 0 to 1, of a limit that `members` processes use.
public record LimitShare(int members, double share) {}
