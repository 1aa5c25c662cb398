package dev.rowan.simulator.http;

/// What the server takes at most: bytes of a head, bytes of a body, connections at once.
public record HttpLimits(int headBytes, int bodyBytes, int connections) {}
