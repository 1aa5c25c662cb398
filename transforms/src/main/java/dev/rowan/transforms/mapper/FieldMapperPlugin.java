package dev.rowan.transforms.mapper;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `field_mapper`.
public final class FieldMapperPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "field_mapper";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Renames, drops or keeps fields.";
    }

    @Override
    public Options options() {
        return FieldMapperSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        return new FieldMapper(FieldMapperSettings.read(options));
    }
}
