package dev.rowan.providers.safety;

import dev.rowan.providers.reply.Rejection;

/// What a whole reply of a safety service says: a verdict that was read strictly, or that there is none. Only a
/// verdict can let a row pass.
public sealed interface SafetyReply<V> {

    record Verdict<V>(V verdict) implements SafetyReply<V> {}

    /// The reply is not exactly what was asked for; `why` names the first thing that is wrong.
    record Malformed<V>(String why) implements SafetyReply<V> {}

    /// The service did not look at the text.
    record Rejected<V>(Rejection rejection) implements SafetyReply<V> {}
}
