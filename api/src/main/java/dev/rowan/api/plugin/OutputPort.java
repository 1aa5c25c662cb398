package dev.rowan.api.plugin;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;

/// Where a [BatchTransform] delivers its answers.
public interface OutputPort {

    /// Delivers the answer for one visit of a token to the node. The first one counts; a later one for the same visit
    /// is recorded as late and wakes nobody.
    void emit(TokenInfo token, String stateId, TransformResult result);

    /// Delivers a defect: it is thrown to the one who waits for this visit.
    void fail(TokenInfo token, String stateId, Throwable defect);
}
