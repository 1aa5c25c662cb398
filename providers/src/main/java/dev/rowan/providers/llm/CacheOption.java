package dev.rowan.providers.llm;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.providers.cache.CacheMode;
import java.util.List;
import java.util.Map;

/// The option `cache`: `auto`, `off` or `{ttl: 1h}`.
final class CacheOption {
    private static final String RULE = "auto, off or {ttl: 1h}";
    private static final String TTL = "ttl";
    private static final String HOUR = "1h";

    private CacheOption() {}

    static Option<CacheMode> named(String name) {
        Map<String, Object> hour = Map.of(
                "type",
                "object",
                "additionalProperties",
                false,
                "required",
                List.of(TTL),
                "properties",
                Map.of(TTL, Map.of("enum", List.of(HOUR))));
        return Option.free(
                name, RULE, Map.of("anyOf", List.of(Map.of("enum", List.of("auto", "off")), hour)), CacheOption::read);
    }

    private static Reading<CacheMode> read(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar(var _, var _, String word)
            when word.equals("auto") -> new Reading.Value<>(CacheMode.AUTO);
            case ConfigNode.Scalar(var _, var _, String word)
            when word.equals("off") -> new Reading.Value<>(CacheMode.OFF);
            // YAML 1.1 readers take off for false
            case ConfigNode.Scalar(var _, var _, Boolean on) when !on -> new Reading.Value<>(CacheMode.OFF);
            case ConfigNode.Mapping(var _, var _, var entries)
            when entries.size() == 1
                    && entries.get(TTL) != null
                    && entries.get(TTL).value() instanceof ConfigNode.Scalar(var _, var _, String ttl)
                    && ttl.equals(HOUR) -> new Reading.Value<>(CacheMode.HOUR);
            default -> new Reading.Wrong<>("must be " + RULE);
        };
    }
}
