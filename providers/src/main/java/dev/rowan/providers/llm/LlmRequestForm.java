package dev.rowan.providers.llm;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.RequestForm;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.cache.CachePolicy;
import dev.rowan.providers.cache.ExplicitCache;
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
    private boolean unnamed;
    private boolean leavesBatch;

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
        last = new RequestMarks(policy.marks(false).filter(this::fits), word(tier));
        return marked(plain);
    }

    /// The word for a tier. The standard one is named only where a request without it may be served in another, and
    /// `extra_body` names none.
    private Optional<String> word(ServiceTier tier) {
        if (tier != ServiceTier.STANDARD) {
            return Optional.of(tier.word());
        }
        boolean isOwn = request.parameters().extraBody().fields().containsKey("service_tier");
        return unnamed || isOwn ? Optional.empty() : service.standardTier();
    }

    /// A prompt that is nothing but the prefix cannot leave it out.
    private boolean fits(RequestMarks.CacheMarks marks) {
        return marks.style() != RequestMarks.CacheStyle.CONTENT
                || request.messages().getFirst().length() > marks.split();
    }

    @Override
    public Optional<String> tier() {
        return asked == ServiceTier.STANDARD ? Optional.empty() : Optional.of(asked.word());
    }

    @Override
    public boolean leavesBatch() {
        return leavesBatch;
    }

    @Override
    public WireRequest batched(WireRequest plain) {
        last = new RequestMarks(policy.marks(true), Optional.empty());
        return marked(plain);
    }

    private WireRequest marked(WireRequest plain) {
        return last.equals(RequestMarks.NONE) ? plain : service.wire(request.with(last));
    }

    /// Whether this process has sent the call, rather than taken a recorded answer.
    boolean isAttempted() {
        return attempted;
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

    /// The receipt of a reply to the last attempt, or of one that a batch has recorded, after learning from it: a
    /// refusal of the cache's keys or of the tier is passed by another attempt without them.
    Receipt learn(ChatReply read, Receipt receipt) {
        if (attempted && receipt.disposition() == Receipt.Disposition.ANSWERED) {
            policy.written();
            policy.explicit().ifPresent(cache -> count(cache, receipt.usage()));
        }
        if (last.content().isEmpty()
                && last.cache().filter(RequestMarks.CacheMarks::marked).isPresent()
                && receipt.disposition() == Receipt.Disposition.ANSWERED) {
            policy.answered(receipt.usage());
        }
        if (!(read instanceof ChatReply.Rejected(var rejection, var _))) {
            return receipt;
        }
        if (last.content().isPresent() && KeyRefusal.ofContent(rejection)) {
            policy.explicit().ifPresent(cache -> cache.gone(last.content().get()));
            return retryable(receipt);
        }
        if ((last.cache().isPresent() || !attempted) && KeyRefusal.ofCache(rejection)) {
            leavesBatch = !attempted;
            policy.refuse();
            return retryable(receipt);
        }
        if (sent == ServiceTier.STANDARD && last.tier().isPresent() && KeyRefusal.ofTierKey(rejection)) {
            unnamed = true;
            return retryable(receipt);
        }
        if (sent != ServiceTier.STANDARD
                && last.tier()
                        .filter(tier -> KeyRefusal.ofTier(rejection, tier))
                        .isPresent()) {
            fallback = true;
            return retryable(receipt);
        }
        return receipt;
    }

    /// The prefix is as large a part of the tokens as of the text.
    private void count(ExplicitCache cache, Usage usage) {
        long texts = request.system().map(String::length).orElse(0);
        for (String message : request.messages()) {
            texts += message.length();
        }
        long input = usage.input().orElse(0L) - request.media().tokens();
        if (input > 0 && texts > 0) {
            double share = Math.min(1, (double) policy.prefixLength() / texts);
            cache.answered(
                    input, usage.cachedInput().orElse(0L), share, last.content().isPresent());
        }
    }

    static Receipt retryable(Receipt receipt) {
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
