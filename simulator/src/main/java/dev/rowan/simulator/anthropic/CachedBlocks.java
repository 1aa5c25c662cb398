package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.cache.CacheLife;
import dev.rowan.simulator.cache.PromptBlocks;
import dev.rowan.simulator.cache.PromptBlocks.Block;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.price.CachePrices;
import dev.rowan.simulator.service.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The blocks of a messages request with `cache_control`: system first, then the messages.
final class CachedBlocks {
    private static final int MAX_MARKS = 4;

    private CachedBlocks() {}

    static PromptBlocks read(Fields body, String model) throws RefusedException {
        var blocks = new ArrayList<Block>();
        add(blocks, body.get("system"));
        for (Fields message : body.objects("messages")) {
            blocks.add(new Block("\n", Optional.empty()));
            add(blocks, message.get("content"));
        }
        List<CacheLife> marks =
                blocks.stream().flatMap(block -> block.mark().stream()).toList();
        if (marks.size() > MAX_MARKS) {
            throw AnthropicDialect.invalid(
                            "A maximum of 4 blocks with cache_control may be provided. Found " + marks.size() + ".")
                    .thrown();
        }
        int firstShort = marks.indexOf(CacheLife.FIVE_MINUTES);
        if (firstShort >= 0 && marks.lastIndexOf(CacheLife.HOUR) > firstShort) {
            throw AnthropicDialect.invalid("cache_control: a ttl='1h' block must not come after a ttl='5m' block")
                    .thrown();
        }
        return new PromptBlocks(
                model, blocks, false, CachePrices.of("anthropic", model).minimum());
    }

    private static void add(List<Block> blocks, @Nullable Object content) throws RefusedException {
        if (content instanceof String text) {
            blocks.add(new Block(text, Optional.empty()));
        } else if (content instanceof List<?> parts) {
            for (Object part : parts) {
                Fields block = Fields.of(part).orElse(Fields.NONE);
                blocks.add(new Block(block.text("text").orElse(""), mark(block)));
            }
        }
    }

    private static Optional<CacheLife> mark(Fields block) throws RefusedException {
        Optional<Fields> control = block.object("cache_control");
        if (control.isEmpty()) {
            return Optional.empty();
        }
        return switch (control.get().text("ttl").orElse("5m")) {
            case "5m" -> Optional.of(CacheLife.FIVE_MINUTES);
            case "1h" -> Optional.of(CacheLife.HOUR);
            default ->
                throw AnthropicDialect.invalid("cache_control.ephemeral.ttl: Input should be '5m' or '1h'")
                        .thrown();
        };
    }
}
