package dev.rowan.transforms.coerce;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `type_coerce`.
public final class TypeCoercePlugin extends DescribedPlugin implements TransformPlugin {

    public TypeCoercePlugin() {
        super(
                "type_coerce",
                "1.0",
                "Converts values to integers, decimals, booleans or text, without loss.",
                Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return TypeCoerceSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new TypeCoerce(TypeCoerceSettings.read(options));
    }
}
