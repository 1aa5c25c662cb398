package dev.rowan.providers.llm;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.RunDeadline;
import dev.rowan.providers.cache.CacheObservations;
import dev.rowan.providers.cache.CachePolicy;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.price.CacheRules;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.price.CallPrice.Priced;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.Receipts;
import java.util.Optional;
import java.util.function.Predicate;

/// A model to call: codec, endpoint, price, the rules of its prompt cache, and the deadline that its tier depends on.
/// `standardTier` is the word for the standard tier if requests must name it: a project of OpenAI may have another
/// default, which would cost more than is reserved.
record ModelService(
        ChatCodec codec,
        ChatEndpoint endpoint,
        CallPrice price,
        CacheRules cache,
        CacheObservations observations,
        RunDeadline deadline,
        Optional<String> standardTier) {

    /// A lost answer may have been paid for, so a retry is left to the run's delivery policy. `usable` tells
    /// whether a recorded answer is valid for the row.
    ModelCall modelCall(
            int number, ChatRequest request, CachePolicy policy, ServiceTier tier, Predicate<ChatReply> usable) {
        var reading = new ReplyReading(codec);
        var form = new LlmRequestForm(this, request, policy, tier);
        var reader = new CallReplyReader(this, reading, form, usable);
        return new ModelCall(
                new Call(number, wire(request), form, price.estimate(request), Call.Purpose.ANSWER, reader),
                reading,
                form);
    }

    WireRequest wire(ChatRequest request) {
        return endpoint.extended(codec.request(endpoint, request));
    }

    /// The tier that requests ask for, unless the run is late.
    ServiceTier tier() {
        return price.tier().asked();
    }

    /// The tier that a request asks for now.
    ServiceTier tierNow() {
        return deadline.isAtRisk(endpoint.deadline()) ? ServiceTier.STANDARD : tier();
    }

    private record CallReplyReader(
            ModelService service, ReplyReading reading, LlmRequestForm form, Predicate<ChatReply> usable)
            implements ReplyReader {
        @Override
        public Receipt receipt(WireReply.Complete reply) {
            ChatReply read = reading.of(reply);
            Receipt receipt = service.asked(form.sentTier()).receipt(reply, read);
            return form.learn(read, receipt);
        }

        @Override
        public boolean isUsable(WireReply.Complete reply) {
            return usable.test(reading.of(reply));
        }
    }

    /// Reads the receipts of batched replies, at the batch price.
    ReplyReader batchReceipts() {
        var cheaper = new ModelService(codec, endpoint, price.inBatches(), cache, observations, deadline, standardTier);
        return reply -> {
            ChatReply read = codec.reply(reply);
            Receipt receipt = cheaper.receipt(reply, read);
            observations.answeredInBatch(receipt.usage());
            boolean isRefusal =
                    read instanceof ChatReply.Rejected(var rejection, var _) && KeyRefusal.ofCache(rejection);
            return isRefusal ? LlmRequestForm.retryable(receipt) : receipt;
        };
    }

    /// The same, asking for `tier`.
    private ModelService asked(ServiceTier tier) {
        return tier == tier()
                ? this
                : new ModelService(codec, endpoint, price.asking(tier), cache, observations, deadline, standardTier);
    }

    /// A call, the reading of its replies, and how it is sent.
    record ModelCall(Call call, ReplyReading reading, LlmRequestForm form) {}

    private Receipt receipt(WireReply.Complete reply, ChatReply read) {
        boolean worked = reply.status() / 100 == 2;
        return switch (read) {
            case ChatReply.Answered(var _, var details) -> answered(details);
            case ChatReply.Refused(var _, var details) -> answered(details);
            case ChatReply.Truncated(var _, var details) -> answered(details);
            case ChatReply.Filtered(var what, var details) ->
                worked ? answered(details) : stopped(what, details.requestId());
            case ChatReply.Malformed(var _, var details) -> {
                Priced priced = priced(details);
                yield Receipt.unreadable(details.usage(), priced.cost(), details.requestId())
                        .with(priced.billing());
            }
            case ChatReply.Rejected(var rejection, var id) ->
                worked
                        ? withUnknownCost(Receipts.of(rejection, reply.headers()), id)
                        : Receipts.of(rejection, reply.headers());
        };
    }

    private Receipt answered(Details details) {
        Priced priced = priced(details);
        return Receipt.answered(details.usage(), priced.cost(), details.requestId())
                .with(priced.billing());
    }

    private Priced priced(Details details) {
        return price.cost(details.usage(), details.tier(), details.model());
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
