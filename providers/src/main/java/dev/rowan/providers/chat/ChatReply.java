package dev.rowan.providers.chat;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.reply.Rejection;
import java.util.Optional;

/// A decoded reply. Only a normal stop is an answer.
public sealed interface ChatReply {

    /// The model finished normally; with a schema the text should be JSON, which is validated elsewhere.
    record Answered(String text, Details details) implements ChatReply {}

    /// The model declined.
    record Refused(String text, Details details) implements ChatReply {}

    /// The answer exceeded `max_tokens`; `text` is the part received.
    record Truncated(String text, Details details) implements ChatReply {}

    /// The provider's content filter blocked the prompt or the answer; `what` is its reason.
    record Filtered(String what, Details details) implements ChatReply {}

    /// The reply is not in a documented form.
    record Malformed(String why, Details details) implements ChatReply {}

    /// The provider rejected the request.
    record Rejected(Rejection rejection, Optional<String> requestId) implements ChatReply {}

    /// Metadata of a reply: the model, the provider's request id, the finish reason, the usage, and the service tier
    /// that it names.
    record Details(
            Optional<String> model,
            Optional<String> requestId,
            Optional<String> finish,
            Usage usage,
            Optional<String> tier) {

        public Details(Optional<String> model, Optional<String> requestId, Optional<String> finish, Usage usage) {
            this(model, requestId, finish, usage, Optional.empty());
        }
    }
}
