package dev.rowan.providers.price;

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

/// Estimates and computes the cost of calls; without a price only tokens are estimated.
public record CallPrice(Optional<ModelPrice> price) {
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
                price.flatMap(p -> p.worst(worst, request.maxTokens())),
                price.flatMap(p -> p.cost(tokens(input, output))));
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

    /// The batch price, as a share of this one. With `keepsCached`, cached input has the full price.
    public CallPrice inBatches(BigDecimal share, boolean keepsCached) {
        return new CallPrice(price.map(p -> p.times(share, keepsCached)));
    }

    /// The cost of a call: as reported by the provider, else by the price; empty if unknown.
    public Optional<Usd> cost(Usage usage) {
        return usage.costUsd()
                .filter(cost -> cost.signum() >= 0)
                .flatMap(ModelPrice::dollars)
                .or(() -> price.flatMap(p -> p.cost(usage)));
    }
}
