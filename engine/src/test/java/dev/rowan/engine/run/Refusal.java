package dev.rowan.engine.run;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;

/// Errors that test transforms return.
final class Refusal {
    private Refusal() {}

    static TransformResult failed(String code) {
        return TransformResult.error(Reason.of(code, "it does not work").with("detail", 7));
    }

    static TransformResult blocked(String code) {
        return TransformResult.blocked(Reason.of(code, "it must not pass"));
    }
}
