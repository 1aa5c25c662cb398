package dev.rowan.providers.chat;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.reply.Rejection;
import java.util.Optional;

/// What a whole reply of a provider says. Only a normal stop makes an answer; everything else has its own name.
public sealed interface ChatReply {

    /// The model ended by itself, with this text; with a schema the text should be JSON, which is checked elsewhere.
    record Answered(String text, Details details) implements ChatReply {}

    /// The model declined.
    record Refused(String text, Details details) implements ChatReply {}

    /// The answer did not fit into the tokens allowed; `text` is what came of it.
    record Truncated(String text, Details details) implements ChatReply {}

    /// The provider's filter stopped the question or the answer; `what` is its word for why.
    record Filtered(String what, Details details) implements ChatReply {}

    /// The reply is none that this provider documents.
    record Malformed(String why, Details details) implements ChatReply {}

    /// The provider did not do the work.
    record Rejected(Rejection rejection, Optional<String> requestId) implements ChatReply {}

    /// What comes with a reply: the model that answered, the provider's id of the request, its word for how the answer
    /// ended, and what it used.
    record Details(Optional<String> model, Optional<String> requestId, Optional<String> finish, Usage usage) {}
}
