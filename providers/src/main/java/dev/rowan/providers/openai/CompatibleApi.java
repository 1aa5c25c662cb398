package dev.rowan.providers.openai;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.openai.CompletionQuirks.SchemaForm;
import dev.rowan.providers.reply.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// An entry of the table of OpenAI-compatible providers, `compatible.json`.
///
/// `keyVariables` are environment variables; a `keyless` API needs none. A `free` one has the price 0. `unsupported`
/// are
/// options of the transform `llm` that it refuses, `maxStops` limits stop sequences, `tiers` are the service tiers
/// beside the standard one, `takesCacheKey` is whether it knows `prompt_cache_key`.
public record CompatibleApi(
        String name,
        URI base,
        List<String> keyVariables,
        boolean keyless,
        boolean free,
        CompletionQuirks quirks,
        Set<String> unsupported,
        OptionalInt maxStops,
        Set<String> tiers,
        boolean takesCacheKey,
        Optional<BatchKind> batch) {
    private static final String RESOURCE = "compatible.json";

    public CompatibleApi {
        keyVariables = List.copyOf(keyVariables);
        unsupported = Set.copyOf(unsupported);
        tiers = Set.copyOf(tiers);
    }

    /// The kind of a batch API.
    public enum BatchKind {
        GROQ,
        MISTRAL,
        TOGETHER,
        XAI,
        /// Datasets of an account, not files as OpenAI has them.
        FIREWORKS
    }

    /// The table, in its order.
    public static List<CompatibleApi> all() {
        try (InputStream in = CompatibleApi.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the table of compatible providers is missing");
            }
            return parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonException e) {
            throw new IllegalStateException("the table of compatible providers is invalid", e);
        }
    }

    /// The entries of a table.
    static List<CompatibleApi> parse(byte[] table) throws JsonException {
        return fields(new JsonTree(RowJson.readValue(table)).at("providers")).entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static CompatibleApi of(String name, JsonTree entry) {
        var quirks = new CompletionQuirks(
                entry.at("limit").text().orElse("max_tokens"),
                entry.at("seed").text().orElse("seed"),
                entry.at("schema")
                        .text()
                        .map(form -> SchemaForm.valueOf(form.toUpperCase(Locale.ROOT)))
                        .orElse(SchemaForm.JSON_SCHEMA),
                fields(entry.at("finish")).entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, e -> e.getValue().text().orElseThrow())),
                texts(entry.at("cached")),
                entry.at("capacity").items().stream()
                        .map(status -> status.count().orElseThrow().intValue())
                        .collect(Collectors.toSet()));
        return new CompatibleApi(
                name,
                URI.create(entry.at("base_url").text().orElseThrow()),
                texts(entry.at("keys")),
                isTrue(entry.at("keyless")),
                isTrue(entry.at("free")),
                quirks,
                Set.copyOf(texts(entry.at("unsupported"))),
                entry.at("stops")
                        .count()
                        .map(most -> OptionalInt.of(most.intValue()))
                        .orElse(OptionalInt.empty()),
                Set.copyOf(texts(entry.at("tiers"))),
                isTrue(entry.at("cache_key")),
                entry.at("batch").text().map(kind -> BatchKind.valueOf(kind.toUpperCase(Locale.ROOT))));
    }

    private static Map<String, JsonTree> fields(JsonTree object) {
        var fields = new LinkedHashMap<String, JsonTree>();
        if (object.value() instanceof Map<?, ?> map) {
            map.forEach((key, value) -> fields.put(String.valueOf(key), new JsonTree(value)));
        }
        return fields;
    }

    private static List<String> texts(JsonTree list) {
        return list.items().stream().map(item -> item.text().orElseThrow()).toList();
    }

    private static boolean isTrue(JsonTree value) {
        return Boolean.TRUE.equals(value.value());
    }
}
