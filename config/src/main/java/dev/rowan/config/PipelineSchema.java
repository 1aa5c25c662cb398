package dev.rowan.config;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.json.PrettyJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Generates the JSON Schema of a pipeline file for editors.
///
/// It is derived from the options that also read the file: `file` has the top-level keys, including `source`,
/// `transforms` and `sinks`; each [Entry] describes one of these. `nodes` are the keys of entries of `transforms`
/// without a plugin, or with an aggregator, by the key that tells them; their options may refer to the definitions
/// `node`, an entry, and
/// `target`, the target of an edge.
public record PipelineSchema(
        Options file, Entry source, Entry transform, Entry sink, Map<String, Options> nodes, List<Plugin> plugins) {

    /// The name of a node or sink, or a list of entries.
    private static final Map<String, Object> TARGET = new TreeMap<>(Map.of(
            "anyOf",
            List.of(
                    Map.of("type", "string"),
                    new TreeMap<>(Map.of("type", "array", "items", Map.of("$ref", "#/$defs/node"))))));

    /// A part that names a plugin: its own keys, including `plugin` and `options`, and the options added to those
    /// of every plugin.
    public record Entry(Options keys, Function<Plugin, Options> common) {}

    public PipelineSchema {
        nodes = Map.copyOf(nodes);
        plugins = List.copyOf(plugins);
    }

    /// The schema as JSON text.
    public String generate() {
        var definitions = new LinkedHashMap<String, Object>();
        Map<String, Object> sourceEntry = entry("source", source, SourcePlugin.class, definitions);
        Map<String, Object> transformEntry = entry("transform", transform, TransformPlugin.class, definitions);
        Map<String, Object> sinkEntry = entry("sink", sink, SinkPlugin.class, definitions);
        Map<String, Object> nodeEntry = nodes.isEmpty() ? transformEntry : Map.of("$ref", "#/$defs/node");
        if (!nodes.isEmpty()) {
            definitions.put("node", node(transformEntry, definitions));
            definitions.put("target", TARGET);
        }
        var properties = new LinkedHashMap<String, Object>();
        for (Option<?> key : file.list()) {
            properties.put(
                    key.name(),
                    switch (key.name()) {
                        case "source" -> OptionSchema.described(key, sourceEntry);
                        case "sources" ->
                            OptionSchema.described(
                                    key,
                                    Map.of("type", "object", "minProperties", 1L, "additionalProperties", sourceEntry));
                        case "transforms" -> OptionSchema.described(key, Map.of("type", "array", "items", nodeEntry));
                        case "sinks" ->
                            OptionSchema.described(
                                    key,
                                    Map.of("type", "object", "minProperties", 1L, "additionalProperties", sinkEntry));
                        default -> OptionSchema.of(key);
                    });
        }
        var schema = new LinkedHashMap<String, Object>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Rowan pipeline");
        schema.putAll(OptionSchema.mapping(properties, OptionSchema.required(file)));
        schema.put("$defs", definitions);
        return PrettyJson.write(schema);
    }

    /// An entry of any kind.
    private Map<String, Object> node(Map<String, Object> transformEntry, Map<String, Object> definitions) {
        Map<String, Object> schema = transformEntry;
        for (Map.Entry<String, Options> kind : new TreeMap<>(nodes).entrySet()) {
            var choice = new LinkedHashMap<String, Object>();
            choice.put("if", Map.of("required", List.of(kind.getKey())));
            boolean hasPlugin =
                    kind.getValue().list().stream().anyMatch(key -> key.name().equals("plugin"));
            choice.put(
                    "then",
                    hasPlugin
                            ? entry(
                                    "aggregator",
                                    new Entry(kind.getValue(), _ -> Options.of()),
                                    AggregatorPlugin.class,
                                    definitions)
                            : OptionSchema.of(kind.getValue()));
            choice.put("else", schema);
            schema = choice;
        }
        return schema;
    }

    /// An entry whose options depend on its plugin; the options of each plugin go to `definitions`.
    private Map<String, Object> entry(
            String kind, Entry entry, Class<? extends Plugin> type, Map<String, Object> definitions) {
        var names = new ArrayList<String>();
        var cases = new ArrayList<Object>();
        for (Plugin plugin : plugins) {
            if (type.isInstance(plugin)) {
                Options options = plugin.options().and(entry.common().apply(plugin));
                String definition = kind + "_" + plugin.name();
                definitions.put(definition, OptionSchema.of(options));
                names.add(plugin.name());
                cases.add(Map.of("if", isPlugin(plugin), "then", hasOptions(definition, options)));
            }
        }
        var properties = new LinkedHashMap<String, Object>();
        for (Option<?> key : entry.keys().list()) {
            properties.put(
                    key.name(),
                    key.name().equals("plugin")
                            ? OptionSchema.described(key, OptionSchema.choice(names))
                            : OptionSchema.of(key));
        }
        Map<String, Object> schema = OptionSchema.mapping(properties, OptionSchema.required(entry.keys()));
        if (!cases.isEmpty()) {
            schema.put("allOf", cases);
        }
        return schema;
    }

    private static Map<String, Object> isPlugin(Plugin plugin) {
        return Map.of("properties", Map.of("plugin", Map.of("const", plugin.name())), "required", List.of("plugin"));
    }

    private static Map<String, Object> hasOptions(String definition, Options options) {
        Map<String, Object> properties = Map.of("options", Map.of("$ref", "#/$defs/" + definition));
        return OptionSchema.required(options).isEmpty()
                ? Map.of("properties", properties)
                : Map.of("properties", properties, "required", List.of("options"));
    }
}
