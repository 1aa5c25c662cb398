package dev.rowan.providers.safety;

import dev.rowan.providers.reply.Rejection;

/// A decoded reply of a safety service: a strictly validated verdict, or none. Only a verdict can let a row pass.
public sealed interface SafetyReply<V> {

    record Verdict<V>(V verdict) implements SafetyReply<V> {}

    /// The reply is invalid; `why` is the first problem.
    record Malformed<V>(String why) implements SafetyReply<V> {}

    /// The service did not check the text.
    record Rejected<V>(Rejection rejection) implements SafetyReply<V> {}
}
