package dev.rowan.simulator.openai;

import dev.rowan.simulator.cache.CacheLife;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.cache.PromptBlocks;
import dev.rowan.simulator.cache.PromptBlocks.Block;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.price.CachePrices;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The prompt cache and the tier of a chat completion or a response. Models before GPT-5.6 cache by themselves and
/// refuse the keys of explicit caching; later ones write a prefix up to the last message unless told otherwise.
public record CachedChat(EndpointRequest request, String model, String service) {

    public CachedChat(EndpointRequest request, String model) {
        this(request, model, "openai");
    }

    private static final String OPTIONS = "prompt_cache_options";
    private static final String BREAKPOINT = "prompt_cache_breakpoint";
    private static final int MAX_WRITES = 4;

    /// The tier that serves the request.
    public SimulatedTier tier() throws RefusedException {
        return request.serving()
                .tier(request.body().text("service_tier").orElse("auto"))
                .orElseThrow(() -> Refusal.of(429, "requests", "Resource unavailable: flex capacity is exhausted.")
                        .withCode("resource_unavailable")
                        .thrown());
    }

    public CacheUse use() throws RefusedException {
        CachePrices prices = CachePrices.of(service, model);
        boolean explicit =
                prices.kind() == CachePrices.Kind.EXPLICIT && request.serving().acceptsKeys();
        if (!explicit && request.body().has(OPTIONS)) {
            throw unknown(OPTIONS).thrown();
        }
        var blocks = new ArrayList<Block>();
        add(blocks, request.body().get("instructions"), explicit);
        add(blocks, request.body().get("input"), explicit);
        for (String list : List.of("messages", "input")) {
            for (Fields message : request.body().objects(list)) {
                add(blocks, message.get("content"), explicit);
                blocks.add(new Block("\n", Optional.empty()));
            }
        }
        boolean implicit = explicit
                && !request.body()
                        .object(OPTIONS)
                        .flatMap(options -> options.text("mode"))
                        .orElse("implicit")
                        .equals("explicit");
        if (implicit) {
            blocks.add(new Block("", Optional.of(CacheLife.HALF_HOUR)));
        }
        if (blocks.stream().filter(block -> block.mark().isPresent()).count() > MAX_WRITES) {
            throw OpenAiRefusals.invalid(BREAKPOINT, "invalid_value", "At most 4 breakpoints can be written.")
                    .thrown();
        }
        return request.serving()
                .use(
                        new PromptBlocks(model, blocks, prices.kind() == CachePrices.Kind.AUTOMATIC, prices.minimum()),
                        request.now());
    }

    private static void add(List<Block> blocks, @Nullable Object content, boolean explicit) throws RefusedException {
        if (content instanceof String text) {
            blocks.add(new Block(text, Optional.empty()));
        } else if (content instanceof List<?> parts) {
            for (Object part : parts) {
                Fields block = Fields.of(part).orElse(Fields.NONE);
                boolean marked = block.has(BREAKPOINT);
                if (marked && !explicit) {
                    throw unknown(BREAKPOINT).thrown();
                }
                block.text("text")
                        .ifPresent(text -> blocks.add(
                                new Block(text, marked ? Optional.of(CacheLife.HALF_HOUR) : Optional.empty())));
            }
        }
    }

    private static Refusal unknown(String name) {
        return OpenAiRefusals.invalid(name, "unknown_parameter", "Unknown parameter: '" + name + "'.");
    }
}
