package dev.rowan.providers.chat;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;

/// Encodes requests and decodes replies of one provider: pure functions, strict in what they send, lenient in what
/// they read.
public interface ChatCodec {

    WireRequest request(ChatEndpoint endpoint, ChatRequest request);

    /// Decodes a complete reply. Never throws.
    ChatReply reply(WireReply.Complete reply);
}
