package dev.rowan.providers.openai;

import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.RequestMarks;
import dev.rowan.providers.chat.RequestMarks.CacheStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The keys of OpenAI's prompt cache and service tiers. In explicit mode nothing is cached without a breakpoint, and
/// there is no surcharge for writes.
final class CacheKeys {
    private CacheKeys() {}

    static void addTo(Map<String, @Nullable Object> body, RequestMarks marks) {
        marks.cache().ifPresent(cache -> {
            if (cache.style() == CacheStyle.EXPLICIT) {
                body.put("prompt_cache_options", Map.of("mode", "explicit"));
            }
            cache.key().ifPresent(key -> body.put("prompt_cache_key", key));
        });
        marks.tier().ifPresent(tier -> body.put("service_tier", tier));
    }

    /// A system prompt that ends the marked prefix, as blocks of `type`; else the text itself.
    static Object system(String text, RequestMarks marks, String type) {
        return marks.marksSystem() ? List.of(marked(text, type)) : text;
    }

    /// Message `index` as text, or as blocks of `type` if a part of it is in the marked prefix.
    static Object message(ChatRequest request, int index, String type) {
        String text = request.messages().get(index);
        int split = request.split(index);
        if (split == 0) {
            return text;
        }
        var blocks = new ArrayList<Map<String, Object>>();
        blocks.add(marked(text.substring(0, split), type));
        if (split < text.length()) {
            blocks.add(block(text.substring(split), type));
        }
        return blocks;
    }

    private static Map<String, Object> block(String text, String type) {
        var block = new LinkedHashMap<String, Object>();
        block.put("type", type);
        block.put("text", text);
        return block;
    }

    private static Map<String, Object> marked(String text, String type) {
        Map<String, Object> block = block(text, type);
        block.put("prompt_cache_breakpoint", Map.of("mode", "explicit"));
        return block;
    }
}
