package dev.rowan.transforms.reference;

import dev.rowan.api.config.Kind;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The options of a plugin as the reference shows them.
final class OptionTable {
    private OptionTable() {}

    static String of(Options options) {
        return options.list().stream()
                .map(option -> "| `%s` | %s | %s | %s |\n"
                        .formatted(option.name(), kind(option.kind()), fallback(option), option.description()))
                .collect(Collectors.joining("", "| key | value | default | |\n|---|---|---|---|\n", ""));
    }

    private static String fallback(Option<?> option) {
        if (option.required()) {
            return "required";
        }
        return option.fallback()
                .map(value -> switch (value) {
                    case Enum<?> constant -> "`" + constant.name().toLowerCase(Locale.ROOT) + "`";
                    case Long bytes when option.kind() instanceof Kind.Bytes -> "`" + (bytes >> 20) + "MiB`";
                    case Character c -> "`" + c + "`";
                    case String text -> text.isEmpty() ? "none" : "`" + text + "`";
                    case List<?> list when list.isEmpty() -> "none";
                    case java.util.Map<?, ?> map when map.isEmpty() -> "none";
                    default -> "`" + value + "`";
                })
                .orElse("none");
    }

    private static String kind(Kind kind) {
        return switch (kind) {
            case Kind.Text() -> "text";
            case Kind.Bool() -> "`true` or `false`";
            case Kind.Whole(long min, var _) -> "whole number, at least " + min;
            case Kind.Decimal _ -> "number";
            case Kind.Time() -> "time";
            case Kind.Bytes() -> "size, such as `64KiB`";
            case Kind.Choice(List<String> words) ->
                words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(" or "));
            case Kind.Texts() -> "text, or a list of texts";
            case Kind.TextMap() -> "mapping of text to text";
            case Kind.Nested _ -> "mapping";
            case Kind.Free(String words, var _) -> words;
        };
    }
}
