package dev.rowan.transforms.coerce;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `type_coerce`.
public final class TypeCoercePlugin implements TransformPlugin {

    @Override
    public String name() {
        return "type_coerce";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Converts values to integers, decimals, booleans or text, without loss.";
    }

    @Override
    public Options options() {
        return TypeCoerceSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        return new TypeCoerce(TypeCoerceSettings.read(options));
    }
}
