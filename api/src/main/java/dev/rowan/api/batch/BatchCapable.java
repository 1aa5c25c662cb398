package dev.rowan.api.batch;

import java.util.Optional;

/// A transform whose calls can also go through its provider's batch service.
public interface BatchCapable {

    /// What that service takes; empty where the provider has none. Known from the settings, before anything
    /// is prepared.
    Optional<BatchLimits> batchTerms();

    /// What of the settings that service would refuse, but tell only when a batch has run: a whole sentence
    /// for people. Known from the settings, before anything is prepared.
    default Optional<String> batchObstacle() {
        return Optional.empty();
    }

    /// The way to that service. Asked for after the transform was prepared, and only where there are terms.
    BatchService batchService();
}
