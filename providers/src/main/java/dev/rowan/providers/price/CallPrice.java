package dev.rowan.providers.price;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Estimates and computes the cost of calls in a tier; without a price only tokens are estimated.
public record CallPrice(Optional<ModelPrice> price, TierChoice tier) {
    /// The share of a worst case that is reserved for a call in a batch.
    private static final BigDecimal BATCH_SHARE = new BigDecimal("0.5");

    /// Tokens that a provider may add to each message.
    private static final int AROUND_MESSAGE = 32;

    /// Tokens that a provider may add for a schema.
    private static final int AROUND_SCHEMA = 1_024;

    private static final int CHARACTERS_PER_TOKEN = 4;

    /// The typical share of `max_tokens` that an answer uses.
    private static final int USUAL_SHARE = 4;

    /// A token has at least one byte, so the bytes of all texts, plus the provider's overhead, are the maximum of
    /// a prompt; an answer is limited by `max_tokens`.
    public Estimate estimate(ChatRequest request) {
        long bytes = 0;
        long characters = 0;
        for (String text : texts(request)) {
            bytes += bytes(text) + AROUND_MESSAGE;
            characters += text.length();
        }
        if (request.schema().isPresent()) {
            long schema = RowJson.writeValue(request.schema().get().schema()).length;
            bytes += 2 * schema + AROUND_SCHEMA;
            characters += schema;
        }
        Map<String, ?> extra = request.parameters().extraBody().fields();
        if (!extra.isEmpty()) {
            long more = RowJson.writeValue(extra).length;
            bytes += 2 * more;
            characters += more;
        }
        long media = request.media().tokens();
        long worst = bytes + media;
        long input = Math.max(1, characters / CHARACTERS_PER_TOKEN) + media;
        long output = Math.max(1, request.maxTokens() / USUAL_SHARE);
        return new Estimate(
                input,
                output,
                worst + request.maxTokens(),
                price.flatMap(p -> worst(p, worst, request.maxTokens())),
                price.flatMap(p -> p.at(tier.asked())).flatMap(p -> p.cost(tokens(input, output))));
    }

    /// The cost of these tokens in the tier that is asked for, without a cache; empty if unknown.
    public Optional<Usd> likely(long inputTokens, long outputTokens) {
        return price.flatMap(p -> p.at(tier.asked())).flatMap(p -> p.cost(tokens(inputTokens, outputTokens)));
    }

    /// The maximum over the tiers that may serve; half of it covers a batch, whatever its price for cached input.
    /// Empty if the price of one of them is unknown.
    private Optional<Usd> worst(ModelPrice model, long inputTokens, long outputTokens) {
        var most = new ArrayList<BigDecimal>();
        for (ServiceTier possible : tier.possible()) {
            Optional<Usd> amount = model.at(possible).flatMap(p -> p.worst(inputTokens, outputTokens, tier.hourly()));
            if (amount.isEmpty()) {
                return Optional.empty();
            }
            most.add(amount.get().dollars());
        }
        model.at(ServiceTier.BATCH)
                .flatMap(p -> p.worst(inputTokens, outputTokens, tier.hourly()))
                .ifPresent(batch -> most.add(batch.dollars().divide(BATCH_SHARE)));
        return most.stream().reduce(BigDecimal::max).flatMap(ModelPrice::dollars);
    }

    /// The length in UTF-8; an unpaired surrogate counts as its replacement character.
    private static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    private static Usage tokens(long input, long output) {
        return new Usage(
                Optional.of(input),
                Optional.empty(),
                Optional.empty(),
                Optional.of(output),
                Optional.empty(),
                Optional.empty());
    }

    private static List<String> texts(ChatRequest request) {
        var texts = new ArrayList<String>(1 + request.messages().size());
        request.system().ifPresent(texts::add);
        texts.addAll(request.messages());
        return texts;
    }

    /// The price of calls that ask for another tier.
    public CallPrice asking(ServiceTier other) {
        return new CallPrice(price, TierChoice.realtime(other, tier.hourly()));
    }

    /// The price in a batch.
    public CallPrice inBatches() {
        return new CallPrice(price, new TierChoice(ServiceTier.BATCH, TierChoice.BATCH.possible(), tier.hourly()));
    }

    /// The cost of a call, empty if unknown, and what it rests on.
    public record Priced(Optional<Usd> cost, Billing billing) {}

    /// The cost as reported by the provider, else by the price of the tier in the reply, or of the one asked for if
    /// the reply names none. Replies in a batch have the batch price whatever they say.
    public Priced cost(Usage usage, Optional<String> tierInReply, Optional<String> model) {
        Optional<Usd> told = usage.costUsd().filter(cost -> cost.signum() >= 0).flatMap(ModelPrice::dollars);
        boolean batch = tier.asked() == ServiceTier.BATCH;
        Optional<ServiceTier> served =
                batch || tierInReply.isEmpty() ? Optional.of(tier.asked()) : tierInReply.flatMap(ServiceTier::of);
        Optional<Usd> counted = price.flatMap(p -> served.flatMap(p::at)).flatMap(p -> p.cost(usage));
        Optional<Billing.Basis> basis =
                told.isPresent() ? Optional.of(Billing.Basis.PROVIDER) : counted.map(_ -> Billing.Basis.TABLE);
        var billing = new Billing(
                Optional.of(tier.asked().word()),
                batch
                        ? Optional.of(tier.asked().word())
                        : tierInReply.map(word -> served.map(ServiceTier::word).orElse(word)),
                model,
                basis.filter(b -> b == Billing.Basis.TABLE).flatMap(_ -> price.map(p -> id(p, usage))),
                basis);
        return new Priced(told.or(() -> counted), billing);
    }

    private static String id(ModelPrice price, Usage usage) {
        return usage.input().filter(price::isLong).isPresent() ? price.id() + " long" : price.id();
    }
}
