package dev.rowan.api.call;

import java.time.Duration;
import java.util.Optional;

/// Durations of an exchange from its start: until connected (empty if the connection was reused), until the first
/// byte of the reply (empty if none came), and in total.
public record Timings(Optional<Duration> connect, Optional<Duration> firstByte, Duration total) {}
