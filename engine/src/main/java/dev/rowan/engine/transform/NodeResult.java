package dev.rowan.engine.transform;

import dev.rowan.api.TransformResult;
import dev.rowan.engine.pipeline.OnError;

/// What a node made of a row after all its attempts, and where an error leads. `recorded` is the landscape's number of
/// the last visit's record.
public record NodeResult(TransformResult result, OnError onError, int attempts, long recorded) {

    /// The same after so many attempts.
    NodeResult after(int visits) {
        return new NodeResult(result, onError, visits, recorded);
    }
}
