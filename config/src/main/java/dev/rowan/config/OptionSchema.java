package dev.rowan.config;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.config.Options;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Converts options to JSON Schema, draft 2020-12.
final class OptionSchema {
    /// Text with a reference may stand for any single value, which is known only at load time.
    private static final Map<String, Object> REFERENCE = Map.of("type", "string", "pattern", "\\$\\{");

    private OptionSchema() {}

    /// A closed mapping of known keys.
    static Map<String, Object> of(Options options) {
        var properties = new LinkedHashMap<String, Object>();
        options.list().forEach(option -> properties.put(option.name(), of(option)));
        return mapping(properties, required(options));
    }

    static Map<String, Object> mapping(Map<String, Object> properties, List<String> required) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    static List<String> required(Options options) {
        return options.list().stream()
                .filter(Option::required)
                .<String>map(Option::name)
                .toList();
    }

    static Map<String, Object> of(Option<?> option) {
        return described(option, of(option.kind()));
    }

    /// `schema` with the option's description and default.
    static Map<String, Object> described(Option<?> option, Map<String, Object> schema) {
        var described = new LinkedHashMap<String, Object>();
        if (!option.description().isEmpty()) {
            described.put("description", option.description());
        }
        option.fallbackAsWritten().ifPresent(value -> described.put("default", value));
        described.putAll(schema instanceof SequencedMap ? schema : new TreeMap<>(schema));
        return described;
    }

    /// One of `words`, or a reference.
    static Map<String, Object> choice(List<String> words) {
        return orReference(Map.of("enum", words));
    }

    private static Map<String, Object> of(OptionKind kind) {
        return switch (kind) {
            case OptionKind.Text() -> Map.of("type", "string");
            case OptionKind.Bool() -> orReference(Map.of("type", "boolean"));
            case OptionKind.Whole whole -> orReference(whole(whole));
            case OptionKind.Decimal decimal -> orReference(decimal(decimal));
            case OptionKind.Time _ -> orReference(pattern(OptionKind.Time.PATTERN));
            case OptionKind.Bytes() ->
                anyOf(List.of(Map.of("type", "integer", "minimum", 1L), pattern(OptionKind.Bytes.PATTERN), REFERENCE));
            case OptionKind.Choice(var words) -> choice(words);
            case OptionKind.Texts() ->
                anyOf(List.of(Map.of("type", "string"), Map.of("type", "array", "items", Map.of("type", "string"))));
            case OptionKind.TextMap() -> Map.of("type", "object", "additionalProperties", Map.of("type", "string"));
            case OptionKind.Nested(var options) -> of(options);
            case OptionKind.Free(var _, var schema) -> schema;
        };
    }

    private static Map<String, Object> whole(OptionKind.Whole kind) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "integer");
        schema.put("minimum", kind.min());
        if (kind.max() != Long.MAX_VALUE) {
            schema.put("maximum", kind.max());
        }
        return schema;
    }

    private static Map<String, Object> decimal(OptionKind.Decimal kind) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "number");
        kind.above().ifPresent(above -> schema.put("exclusiveMinimum", above));
        kind.atMost().ifPresent(atMost -> schema.put("maximum", atMost));
        return schema;
    }

    private static Map<String, Object> pattern(String text) {
        return Map.of("type", "string", "pattern", "^" + text + "$");
    }

    private static Map<String, Object> orReference(Map<String, Object> schema) {
        return anyOf(List.of(schema, REFERENCE));
    }

    private static Map<String, Object> anyOf(List<Map<String, Object>> schemas) {
        return Map.of("anyOf", schemas);
    }
}
