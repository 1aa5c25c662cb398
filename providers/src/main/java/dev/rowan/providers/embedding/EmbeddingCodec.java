package dev.rowan.providers.embedding;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatEndpoint;

/// Encodes requests for embeddings and decodes the replies of one provider: pure functions.
public interface EmbeddingCodec {

    WireRequest request(ChatEndpoint endpoint, EmbeddingRequest request);

    /// Decodes a complete reply. Never throws.
    EmbeddingReply reply(WireReply.Complete reply);
}
