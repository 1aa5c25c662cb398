package dev.rowan.landscape;

import java.time.Instant;
import java.util.Optional;

/// A commitment to a run's first `size` events: the root of their Merkle tree (RFC 9162) and the last leaf, in
/// hex, signed if the run has a signing key.
public record Head(
        String runId, long size, String root, String lastLeaf, Instant time, Optional<HeadSignature> signature) {

    public Head signed(HeadSignature by) {
        return new Head(runId, size, root, lastLeaf, time, Optional.of(by));
    }
}
