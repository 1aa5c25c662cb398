package dev.rowan.providers.chat;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.Optional;

/// How one provider is asked and understood: pure functions, strict in what they send, lenient in what they read.
public interface ChatCodec {

    /// Why `request` cannot be sent to `endpoint`, known before anything is sent.
    default Optional<String> refusal(Endpoint endpoint, ChatRequest request) {
        return Optional.empty();
    }

    WireRequest request(Endpoint endpoint, ChatRequest request);

    /// What a whole reply says. Never throws, whatever the bytes are.
    ChatReply reply(WireReply.Complete reply);
}
