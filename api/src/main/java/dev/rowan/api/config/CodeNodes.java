package dev.rowan.api.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Converts Java values to configuration nodes, formatted as in a pipeline file.
final class CodeNodes {
    private CodeNodes() {}

    static ConfigNode of(@Nullable Object value, String path) {
        return switch (value) {
            case Map<?, ?> map -> mapping(map, path);
            case Collection<?> list -> sequence(list, path);
            case null -> scalar(path, null);
            case Object single -> scalar(path, written(single));
        };
    }

    private static ConfigNode mapping(Map<?, ?> map, String path) {
        var entries = new LinkedHashMap<String, ConfigNode.Entry>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            entries.put(name, new ConfigNode.Entry(ConfigLocation.CODE, of(value, ConfigNode.pathOf(path, name))));
        });
        return new ConfigNode.Mapping(ConfigLocation.CODE, path, entries);
    }

    private static ConfigNode sequence(Collection<?> list, String path) {
        var items = new ArrayList<ConfigNode>();
        for (Object item : list) {
            items.add(of(item, ConfigNode.pathOf(path, items.size())));
        }
        return new ConfigNode.Sequence(ConfigLocation.CODE, path, items);
    }

    private static ConfigNode scalar(String path, @Nullable Object value) {
        return new ConfigNode.Scalar(ConfigLocation.CODE, path, value);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// A single value as it would appear in the file.
    static Object written(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean flag -> flag;
            case Integer n -> n.longValue();
            case Long n -> n;
            case BigInteger n -> n.bitLength() < Long.SIZE ? (Object) n.longValue() : n;
            case Double n -> BigDecimal.valueOf(n);
            case BigDecimal n -> n;
            case Enum<?> constant -> word(constant);
            case Duration time -> Units.write(time);
            case Path file -> file.toString();
            default ->
                throw new IllegalArgumentException("a setting is text, a number, true or false, a list or a map, got "
                        + value.getClass().getName());
        };
    }
}
