package dev.rowan.api.batch;

import java.util.Optional;

/// A transform whose calls can also go through its provider's batch API.
public interface BatchCapable {

    /// The limits of that service; empty if the provider has none. Known from the settings, before
    /// [dev.rowan.api.plugin.Transform#prepare].
    Optional<BatchLimits> batchLimits();

    /// A setting that the service would reject only after a batch has run, or that it lacks, as a sentence for people.
    /// Known from the settings.
    default Optional<String> batchProblem() {
        return Optional.empty();
    }

    /// The client of that service. Called after the transform was prepared, and only if there are limits.
    BatchService batchService();
}
