package dev.rowan.landscape;

import java.time.Instant;
import java.util.Optional;

/// The seal of a run's first `size` events: the root of their Merkle tree (RFC 9162) and the last leaf, in hex, signed
/// when the run has a key for it.
public record Head(
        String runId, long size, String root, String lastLeaf, Instant time, Optional<HeadSignature> signature) {

    /// A head that nobody signed.
    public Head(String runId, long size, String root, String lastLeaf, Instant time) {
        this(runId, size, root, lastLeaf, time, Optional.empty());
    }

    public Head signed(HeadSignature by) {
        return new Head(runId, size, root, lastLeaf, time, Optional.of(by));
    }
}
