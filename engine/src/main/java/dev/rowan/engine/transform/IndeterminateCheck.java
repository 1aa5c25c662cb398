package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.call.TokenCalls;
import java.util.Optional;

/// Marks an error as indeterminate if a call may have been processed and billed. The transform need not know: it
/// returns the error as usual.
final class IndeterminateCheck {
    /// The reason code, the same as the outcome's.
    static final String CODE = "indeterminate";

    private IndeterminateCheck() {}

    /// `result`, or the same error as indeterminate if a call of the token was lost and is never sent again.
    static TransformResult apply(TransformResult result, Optional<TokenCalls> calls) {
        return result instanceof TransformResult.Error(var reason, var verdict)
                        && verdict == Verdict.FAILED
                        && calls.map(TokenCalls::isIndeterminate).orElse(false)
                ? new TransformResult.Error(reason(reason, calls.get().whyNotSentAgain()), Verdict.INDETERMINATE)
                : result;
    }

    private static Reason reason(Reason given, String why) {
        String message = "a call may have been carried out and paid for, and " + why + ": " + given.message();
        var marked = new Reason(CODE, message, given.details(), false);
        return marked.details().containsKey("retryable") ? marked.with("retryable", false) : marked;
    }
}
