package dev.rowan.transforms.truncate;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `truncate`.
public final class TruncatePlugin implements TransformPlugin {

    @Override
    public String name() {
        return "truncate";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Truncates texts to a maximum length.";
    }

    @Override
    public Options options() {
        return TruncateSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        return new Truncate(TruncateSettings.read(options));
    }
}
