package dev.rowan.simulator.fault;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.http.ReplyDelivery;
import dev.rowan.simulator.safety.Damage;

/// One thing that goes wrong with a request or its reply.
public sealed interface Fault {

    /// All goes well.
    record None() implements Fault {}

    /// The service fails with `status` before any work is done.
    record Fail(int status, RetryAfter retryAfter) implements Fault {}

    /// The request is executed, and the reply is an error with `status`.
    record FailLate(int status) implements Fault {}

    /// The request is executed, and the reply is cut off.
    record Broken(ReplyDelivery delivery) implements Fault {}

    /// The request is executed, and the reply has another body.
    record Replaced(Junk junk) implements Fault {}

    /// The request is executed, and the reply has `bytes` bytes: JSON with one long text.
    record Huge(long bytes) implements Fault {}

    /// The answer has an unexpected finish reason.
    record Ends(AnswerEnding ending) implements Fault {}

    /// The answer has no usage.
    record NoUsage() implements Fault {}

    /// The reply repeats the key that it was asked with, in every spelling. Below 400 the work is done.
    record EchoKey(int status) implements Fault {}

    /// The reply of a safety service is damaged.
    record Damaged(Damage damage) implements Fault {}

    /// Whether it applies to the endpoint `name`.
    default boolean fits(String name) {
        boolean model = !name.startsWith("safety_") && !name.contains("batch") && !name.contains("file");
        return switch (this) {
            case None _, Fail _, FailLate _, Broken _, Replaced _, Huge _, EchoKey _ -> true;
            case Ends _, NoUsage _ -> model;
            case Damaged(Damage damage) -> damage.endpoint().equals(name);
        };
    }

    /// How an answer with this fault ends.
    default AnswerEnding ending() {
        return switch (this) {
            case Ends(AnswerEnding ending) -> ending;
            case None _, Fail _, FailLate _, Broken _, Replaced _, Huge _, NoUsage _, EchoKey _, Damaged _ ->
                AnswerEnding.STOP;
        };
    }
}
