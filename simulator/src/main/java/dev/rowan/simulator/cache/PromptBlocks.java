package dev.rowan.simulator.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The text of a prompt in order, with the marks that end cacheable prefixes. `automatic` prompts are cached without
/// marks, in steps of 128 tokens, at no charge for writes. `minimum` is the shortest prefix in tokens.
public record PromptBlocks(String model, List<Block> blocks, boolean automatic, long minimum) {

    public PromptBlocks {
        blocks = List.copyOf(blocks);
    }

    /// A part of the text, and the life of the prefix that ends with it, if it is marked.
    public record Block(String text, Optional<CacheLife> mark) {}

    /// A prefix in characters and tokens, its hash, and its life.
    record Prefix(int length, long hash, CacheLife life) {
        long tokens() {
            return length / UNITS;
        }
    }

    private static final int UNITS = 4;
    private static final int STEP = 128 * UNITS;

    /// The prefixes that may be read and written, shortest first.
    List<Prefix> prefixes() {
        var prefixes = new ArrayList<Prefix>();
        long hash = model.hashCode();
        int length = 0;
        for (Block block : blocks) {
            for (int i = 0; i < block.text().length(); i++) {
                hash = hash * 0x9E3779B97F4A7C15L + block.text().charAt(i) + 1;
                length++;
                if (automatic && length % STEP == 0 && length >= minimum * UNITS) {
                    prefixes.add(new Prefix(length, hash, CacheLife.FIVE_MINUTES));
                }
            }
            if (!automatic && block.mark().isPresent() && length >= minimum * UNITS) {
                prefixes.add(new Prefix(length, hash, block.mark().get()));
            }
        }
        return prefixes;
    }
}
