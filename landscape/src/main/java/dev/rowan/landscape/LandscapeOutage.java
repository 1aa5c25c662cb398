package dev.rowan.landscape;

import java.time.Duration;

/// A database that a run waits for: for how long already, for how much longer before the run stops, and why it
/// cannot be reached.
public record LandscapeOutage(Duration lasted, Duration left, String why) {}
