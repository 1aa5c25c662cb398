package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.text.FieldPath;
import java.util.Map;
import java.util.Set;

/// A transform of [ScriptedPlugins] that the engine can run: `step`, `guard` or `expand`.
public record ScriptedTransformPlugin(String name) implements TransformPlugin {

    public ScriptedTransformPlugin {
        if (!ScriptedPlugins.TRANSFORMS.contains(name)) {
            throw new IllegalArgumentException("there is no scripted transform '" + name + "'");
        }
    }

    @Override
    public String version() {
        return "test";
    }

    @Override
    public String description() {
        return "A transform of random graphs.";
    }

    @Override
    public Options options() {
        return ScriptedOptions.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return name.equals(ScriptedPlugins.EXPAND)
                ? Set.of(Capability.DETERMINISTIC, Capability.CREATES_TOKENS)
                : Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section section) {
        Map<String, Object> options = ScriptedOptions.read(section);
        return name.equals(ScriptedPlugins.GUARD) ? new Guard(options) : new Scripted(name, options);
    }

    private record Scripted(String plugin, Map<String, Object> options) implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return ScriptedPlugins.process(plugin, options, row);
        }
    }

    private record Guard(Map<String, Object> options) implements RowTransform, Guardrail {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return ScriptedPlugins.process(ScriptedPlugins.GUARD, options, row);
        }

        @Override
        public Set<FieldPath> checkedFields() {
            return Set.of(FieldPath.ROW);
        }
    }
}
