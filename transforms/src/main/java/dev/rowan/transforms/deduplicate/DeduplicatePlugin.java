package dev.rowan.transforms.deduplicate;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `deduplicate`.
public final class DeduplicatePlugin extends DescribedPlugin implements TransformPlugin {

    public DeduplicatePlugin() {
        super("deduplicate", "1.0", "Keeps the first of the rows with the same key.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return DeduplicateSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new Deduplicate(DeduplicateSettings.read(options));
    }
}
