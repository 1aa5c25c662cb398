package dev.rowan.cli.plugins;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.config.Options;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.engine.pipeline.PipelineShape;
import dev.rowan.json.JsonObject;
import java.util.List;
import java.util.Locale;

/// A plugin for machines.
final class PluginJson {
    private PluginJson() {}

    static JsonObject of(Plugin plugin) {
        PluginKind kind = PluginKind.of(plugin);
        return JsonObject.object()
                .put("kind", kind.word())
                .put("name", plugin.name())
                .put("version", plugin.version())
                .put("description", plugin.description())
                .put(
                        "capabilities",
                        plugin.capabilities().stream()
                                .map(Capability::name)
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .sorted()
                                .toList())
                .put("options", options(plugin.options()))
                .put("common_options", options(PipelineShape.common(plugin)))
                .put("example", Example.of(plugin));
    }

    private static List<JsonObject> options(Options options) {
        return options.list().stream().map(PluginJson::option).toList();
    }

    private static JsonObject option(Option<?> option) {
        JsonObject json = JsonObject.object()
                .put("name", option.name())
                .put("must_be", option.kind().rule())
                .put("required", option.required())
                .put("default", Defaults.of(option))
                .put("description", option.description());
        return option.kind() instanceof OptionKind.Nested(var inner) ? json.put("options", options(inner)) : json;
    }
}
