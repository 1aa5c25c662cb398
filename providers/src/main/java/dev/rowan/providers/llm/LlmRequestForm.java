package dev.rowan.providers.llm;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.RequestForm;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.cache.CachePolicy;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.RequestMarks;
import dev.rowan.providers.price.ServiceTier;
import java.util.Optional;

/// How the attempts of one call are sent: with the marks that the policy wants now, and in the tier that is asked
/// for, or in the standard one after that was refused. Used by one thread at a time, like its call.
final class LlmRequestForm implements RequestForm {
    private final ModelService service;
    private final ChatRequest request;
    private final CachePolicy policy;
    private RequestMarks last = RequestMarks.NONE;
    private final ServiceTier asked;
    private ServiceTier sent;
    private boolean fallback;
    private boolean attempted;

    /// `asked` is the tier of the first attempt.
    LlmRequestForm(ModelService service, ChatRequest request, CachePolicy policy, ServiceTier asked) {
        this.service = service;
        this.request = request;
        this.policy = policy;
        this.asked = asked;
        this.sent = asked;
    }

    @Override
    public WireRequest attempt(WireRequest plain, int attempt) {
        ServiceTier tier = nextTier();
        sent = tier;
        attempted = true;
        last = new RequestMarks(
                policy.marks(false), tier == ServiceTier.STANDARD ? Optional.empty() : Optional.of(tier.word()));
        return marked(plain);
    }

    @Override
    public Optional<String> tier() {
        return asked == ServiceTier.STANDARD ? Optional.empty() : Optional.of(asked.word());
    }

    @Override
    public WireRequest batched(WireRequest plain) {
        last = new RequestMarks(policy.marks(true), Optional.empty());
        return marked(plain);
    }

    private WireRequest marked(WireRequest plain) {
        return last.equals(RequestMarks.NONE) ? plain : service.wire(request.with(last));
    }

    ChatRequest request() {
        return request;
    }

    /// The tier that the next attempt asks for.
    ServiceTier nextTier() {
        return fallback || asked == ServiceTier.STANDARD ? ServiceTier.STANDARD : service.tierNow();
    }

    /// The tier that the last attempt asked for.
    ServiceTier sentTier() {
        return sent;
    }

    /// The receipt of a reply to the last attempt, after learning from it: a refusal of the cache's keys or of the
    /// tier is passed by another attempt without them.
    Receipt learn(ChatReply read, Receipt receipt) {
        if (attempted && receipt.disposition() == Receipt.Disposition.ANSWERED) {
            policy.written();
        }
        if (last.cache().filter(RequestMarks.CacheMarks::marked).isPresent()
                && receipt.disposition() == Receipt.Disposition.ANSWERED) {
            policy.answered(receipt.usage());
        }
        if (!(read instanceof ChatReply.Rejected(var rejection, var _))) {
            return receipt;
        }
        if (last.cache().isPresent() && KeyRefusal.ofCache(rejection)) {
            policy.refuse();
            return retryable(receipt);
        }
        if (last.tier().filter(tier -> KeyRefusal.ofTier(rejection, tier)).isPresent()) {
            fallback = true;
            return retryable(receipt);
        }
        return receipt;
    }

    private static Receipt retryable(Receipt receipt) {
        return new Receipt(
                Receipt.Disposition.RETRYABLE,
                receipt.usage(),
                receipt.cost(),
                receipt.retryAfter(),
                receipt.requestId(),
                receipt.message(),
                receipt.billing());
    }
}
