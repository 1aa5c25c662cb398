package dev.rowan.api.plugin;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;

/// Receives the results of a [BatchTransform].
public interface OutputPort {

    /// Emits the result for one visit of a token to the node. The first one counts; a later one is recorded as
    /// late and otherwise ignored.
    void emit(TokenInfo token, String stateId, TransformResult result);

    /// Reports a defect, which is thrown to the thread that waits for this visit.
    void fail(TokenInfo token, String stateId, Throwable defect);
}
