package dev.rowan.providers.llm;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.service.Receipts;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Predicate;

/// A model to call: codec, endpoint and price.
record ModelService(ChatCodec codec, ChatEndpoint endpoint, CallPrice price) {

    /// A lost answer may have been paid for, so a retry is left to the run's delivery policy. `usable` tells
    /// whether a recorded answer is valid for the row.
    ModelCall modelCall(int number, ChatRequest request, Predicate<ChatReply> usable) {
        var reading = new ReplyReading(codec);
        var reader = new CallReplyReader(this, reading, usable);
        return new ModelCall(
                new Call(
                        number,
                        endpoint.extended(codec.request(endpoint, request)),
                        price.estimate(request),
                        false,
                        reader),
                reading);
    }

    private record CallReplyReader(ModelService service, ReplyReading reading, Predicate<ChatReply> usable)
            implements ReplyReader {
        @Override
        public Receipt receipt(WireReply.Complete reply) {
            return service.receipt(reply, reading.of(reply));
        }

        @Override
        public boolean isUsable(WireReply.Complete reply) {
            return usable.test(reading.of(reply));
        }
    }

    /// Reads the receipts of batched replies, priced at `share` of the realtime price. With `keepsCached`, cached
    /// input has the full price.
    ReplyReader batchReceipts(BigDecimal share, boolean keepsCached) {
        var cheaper = new ModelService(codec, endpoint, price.inBatches(share, keepsCached));
        return reply -> cheaper.receipt(reply, codec.reply(reply));
    }

    /// A call, and the reading of its replies.
    record ModelCall(Call call, ReplyReading reading) {}

    private Receipt receipt(WireReply.Complete reply, ChatReply read) {
        boolean worked = reply.status() / 100 == 2;
        return switch (read) {
            case ChatReply.Answered(var _, var details) -> answered(details);
            case ChatReply.Refused(var _, var details) -> answered(details);
            case ChatReply.Truncated(var _, var details) -> answered(details);
            case ChatReply.Filtered(var what, var details) ->
                worked ? answered(details) : stopped(what, details.requestId());
            case ChatReply.Malformed(var _, var details) ->
                Receipt.unreadable(details.usage(), price.cost(details.usage()), details.requestId());
            case ChatReply.Rejected(var rejection, var id) ->
                worked
                        ? withUnknownCost(Receipts.of(rejection, reply.headers()), id)
                        : Receipts.of(rejection, reply.headers());
        };
    }

    private Receipt answered(Details details) {
        return Receipt.answered(details.usage(), price.cost(details.usage()), details.requestId());
    }

    /// A prompt blocked by a filter. The provider may charge for it, and does not say how much.
    private static Receipt stopped(String what, Optional<String> requestId) {
        return new Receipt(
                Receipt.Disposition.INVALID,
                Usage.unknown(),
                Optional.empty(),
                Optional.empty(),
                requestId,
                Optional.of("blocked by the provider's content filter: " + what));
    }

    /// A rejection with a success status: its cost is unknown.
    private static Receipt withUnknownCost(Receipt refused, Optional<String> requestId) {
        return new Receipt(
                refused.disposition(),
                refused.usage(),
                Optional.empty(),
                refused.retryAfter(),
                requestId.or(refused::requestId),
                refused.message());
    }
}
