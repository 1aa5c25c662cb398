package dev.rowan.api.call;

import java.time.Duration;
import java.util.Optional;

/// How long an exchange took, from its start: until the connection stood (empty when one was reused), until the
/// first byte of the reply (empty when none came), and in all.
public record Timings(Optional<Duration> connect, Optional<Duration> firstByte, Duration total) {}
