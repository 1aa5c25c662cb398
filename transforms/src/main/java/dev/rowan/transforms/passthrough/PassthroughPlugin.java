package dev.rowan.transforms.passthrough;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowFields;

/// The transform `passthrough`.
public final class PassthroughPlugin extends DescribedPlugin implements TransformPlugin {

    public PassthroughPlugin() {
        super(
                "passthrough",
                "1.0",
                "Passes every row unchanged, for example to check a schema.",
                Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return Options.of();
    }

    @Override
    public Transform configure(Section options) {
        return new Passthrough();
    }

    private record Passthrough() implements RowTransform {
        @Override
        public RowFields outputFields(RowFields input) {
            return input;
        }

        @Override
        public TransformResult process(Row row, PluginContext context) {
            return TransformResult.success(row);
        }
    }
}
