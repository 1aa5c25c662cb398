package dev.rowan.transforms.truncate;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `truncate`.
public final class TruncatePlugin extends DescribedPlugin implements TransformPlugin {

    public TruncatePlugin() {
        super("truncate", "1.0", "Truncates texts to a maximum length.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return TruncateSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new Truncate(TruncateSettings.read(options));
    }
}
