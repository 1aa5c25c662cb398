package dev.rowan.testkit.reference;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.config.Options;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The options of a plugin as the reference shows them.
public final class OptionTable {
    private OptionTable() {}

    public static String of(Options options) {
        return options.list().stream()
                .map(option -> "| `%s` | %s | %s | %s |\n"
                        .formatted(option.name(), option.kind().rule(), fallback(option), option.description()))
                .collect(Collectors.joining("", "| key | value | default | |\n|---|---|---|---|\n", ""));
    }

    private static String fallback(Option<?> option) {
        if (option.required()) {
            return "required";
        }
        if (option.kind() instanceof OptionKind.Time) {
            return option.fallbackAsWritten().map(value -> "`" + value + "`").orElse("none");
        }
        return option.fallback().map(value -> shown(value, option.kind())).orElse("none");
    }

    private static String shown(Object value, OptionKind kind) {
        return switch (value) {
            case Enum<?> constant -> "`" + constant.name().toLowerCase(Locale.ROOT) + "`";
            case Long bytes when kind instanceof OptionKind.Bytes -> "`" + (bytes >> 20) + "MiB`";
            case List<?> list when list.isEmpty() -> "none";
            case Map<?, ?> map when map.isEmpty() -> "none";
            case String text when text.isEmpty() -> "none";
            case String text -> "`" + text.replace("\n", "\\n") + "`";
            default -> "`" + value + "`";
        };
    }
}
