package dev.rowan.transforms.mapper;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `field_mapper`.
public final class FieldMapperPlugin extends DescribedPlugin implements TransformPlugin {

    public FieldMapperPlugin() {
        super("field_mapper", "1.0", "Renames, drops or keeps fields.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return FieldMapperSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new FieldMapper(FieldMapperSettings.read(options));
    }
}
