package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.call.TokenCalls;
import java.util.Optional;

/// Tells an error behind which a call may have been carried out and paid for from one that is only an error. A
/// transform need not know: it returns the error as ever.
final class IndeterminateCheck {
    /// The code of the reason; the outcome has the same word.
    static final String CODE = "indeterminate";

    private IndeterminateCheck() {}

    /// `result`, or the same error as indeterminate when a call of the token was lost and is never sent again.
    static TransformResult told(TransformResult result, Optional<TokenCalls> calls) {
        return result instanceof TransformResult.Error(var reason, var verdict)
                        && verdict == Verdict.FAILED
                        && calls.map(TokenCalls::isIndeterminate).orElse(false)
                ? new TransformResult.Error(reason(reason, calls.get().whyNotSentAgain()), Verdict.INDETERMINATE)
                : result;
    }

    private static Reason reason(Reason given, String why) {
        String message = "a call may have been carried out and paid for, and " + why + ": " + given.message();
        var told = new Reason(CODE, message, given.details(), false);
        return told.details().containsKey("retryable") ? told.with("retryable", false) : told;
    }
}
