package dev.rowan.landscape;

import java.time.Instant;

/// The seal of a run's first `size` events: the root of their Merkle tree (RFC 9162) and the last leaf, in hex.
public record Head(String runId, long size, String root, String lastLeaf, Instant time) {}
