package dev.rowan.providers.chat;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;

/// How one provider is asked and understood: pure functions, strict in what they send, lenient in what they read.
public interface ChatCodec {

    WireRequest request(ChatEndpoint endpoint, ChatRequest request);

    /// What a whole reply says. Never throws, whatever the bytes are.
    ChatReply reply(WireReply.Complete reply);
}
