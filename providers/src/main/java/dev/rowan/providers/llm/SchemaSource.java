package dev.rowan.providers.llm;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The source of a JSON Schema: a file, or the pipeline itself.
sealed interface SchemaSource {
    int MAX_BYTES = 1 << 20;
    String WORDS = "the path of a JSON Schema file, or the schema as a mapping";

    record InFile(String path) implements SchemaSource {}

    record Inline(Map<String, @Nullable Object> schema) implements SchemaSource {}

    static Option<SchemaSource> named(String name) {
        return Option.free(name, WORDS, Map.of("type", List.of("string", "object")), SchemaSource::read);
    }

    private static Reading<SchemaSource> read(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar(var _, var _, String path)
            when !path.isBlank() -> new Reading.Value<>(new InFile(path));
            case ConfigNode.Mapping mapping -> new Reading.Value<>(new Inline(map(mapping)));
            case ConfigNode.Scalar _, ConfigNode.Sequence _, ConfigNode.Broken _ ->
                new Reading.Wrong<>("must be " + WORDS);
        };
    }

    /// The mapping as plain values.
    static Map<String, @Nullable Object> map(ConfigNode.Mapping mapping) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        mapping.entries().forEach((key, entry) -> map.put(key, plain(entry.value())));
        return map;
    }

    private static @Nullable Object plain(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar scalar -> scalar.typed();
            case ConfigNode.Mapping mapping -> map(mapping);
            case ConfigNode.Sequence(var _, var _, var items) -> {
                var list = new ArrayList<@Nullable Object>();
                items.forEach(item -> list.add(plain(item)));
                yield list;
            }
            case ConfigNode.Broken _ -> null;
        };
    }

    /// A schema, or the broken rule.
    sealed interface Loaded {
        record Schema(Map<String, @Nullable Object> schema) implements Loaded {}

        record Wrong(String message) implements Loaded {}
    }

    /// Loads the schema; a file is relative to `base`.
    default Loaded load(Path base) {
        return switch (this) {
            case Inline(var schema) -> new Loaded.Schema(schema);
            case InFile(var path) -> file(base, path);
        };
    }

    /// The file that [#load] reads, if any.
    default Optional<Path> file(Path base) {
        return this instanceof InFile(var path) ? Optional.of(base.resolve(path)) : Optional.empty();
    }

    private static Loaded file(Path base, String path) {
        try {
            Path file = base.resolve(path);
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return new Loaded.Wrong("must be a file of at most " + MAX_BYTES + " bytes, found none at " + file);
            }
            return RowJson.readValue(Files.readAllBytes(file)) instanceof Map<?, ?> map
                    ? new Loaded.Schema(texts(map))
                    : new Loaded.Wrong("must be a file with a JSON object, got another value in " + file);
        } catch (IOException | InvalidPathException e) {
            return new Loaded.Wrong("must be a file that can be read, got '" + path + "'");
        } catch (JsonException e) {
            return new Loaded.Wrong("must be a file of JSON: " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked") // the reader makes maps with text keys only
    private static Map<String, @Nullable Object> texts(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
