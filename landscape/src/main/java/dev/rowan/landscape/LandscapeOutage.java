package dev.rowan.landscape;

import java.time.Duration;

/// An outage of the database: its duration so far, the time left until the run stops, and the cause.
public record LandscapeOutage(Duration lasted, Duration left, String why) {}
