package dev.rowan.providers.llm;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.embedding.EmbeddingCodec;
import dev.rowan.providers.embedding.EmbeddingReply;
import dev.rowan.providers.embedding.EmbeddingReply.Details;
import dev.rowan.providers.embedding.EmbeddingRequest;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.price.CallPrice.Priced;
import dev.rowan.providers.service.Receipts;
import java.util.Optional;

/// A model for embeddings: codec, endpoint and price.
record EmbeddingService(EmbeddingCodec codec, ChatEndpoint endpoint, CallPrice price) {

    /// The call for a row. A lost answer may have been paid for, so a retry is left to the run's delivery policy.
    Call call(EmbeddingRequest request) {
        return new Call(
                1,
                endpoint.extended(codec.request(endpoint, request)),
                price.estimate(ChatRequest.of(request.model(), request.text(), 1)),
                false,
                new VectorReader(this, request));
    }

    private record VectorReader(EmbeddingService service, EmbeddingRequest request) implements ReplyReader {
        @Override
        public Receipt receipt(WireReply.Complete reply) {
            return service.receipt(reply);
        }

        @Override
        public boolean isUsable(WireReply.Complete reply) {
            return service.codec.reply(reply) instanceof EmbeddingReply.Vector;
        }
    }

    /// Reads the receipts of batched replies, at the batch price.
    ReplyReader batchReceipts() {
        var cheaper = new EmbeddingService(codec, endpoint, price.inBatches());
        return cheaper::receipt;
    }

    private Receipt receipt(WireReply.Complete reply) {
        return switch (codec.reply(reply)) {
            case EmbeddingReply.Vector(var _, var details) -> {
                Priced priced = priced(details);
                yield Receipt.answered(details.usage(), priced.cost(), details.requestId())
                        .with(priced.billing());
            }
            case EmbeddingReply.Malformed(var _, var details) -> {
                Priced priced = priced(details);
                yield Receipt.unreadable(details.usage(), priced.cost(), details.requestId())
                        .with(priced.billing());
            }
            case EmbeddingReply.Rejected(var rejection) -> Receipts.of(rejection, reply.headers());
        };
    }

    private Priced priced(Details details) {
        return price.cost(details.usage(), Optional.empty(), details.model());
    }
}
