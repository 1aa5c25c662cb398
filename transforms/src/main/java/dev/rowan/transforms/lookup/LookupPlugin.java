package dev.rowan.transforms.lookup;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `lookup`.
public final class LookupPlugin extends DescribedPlugin implements TransformPlugin {

    public LookupPlugin() {
        super("lookup", "1.0", "Adds fields from a reference table.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return LookupSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new Lookup(LookupSettings.read(options));
    }
}
