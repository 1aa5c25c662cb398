package dev.rowan.simulator.http;

/// Limits of the server: bytes of a header, bytes of a body, open connections.
public record HttpLimits(int headBytes, int bodyBytes, int connections) {}
