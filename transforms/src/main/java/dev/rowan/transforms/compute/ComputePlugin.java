package dev.rowan.transforms.compute;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `compute`.
public final class ComputePlugin extends DescribedPlugin implements TransformPlugin {

    public ComputePlugin() {
        super("compute", "1.0", "Sets fields to the results of CEL expressions.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return ComputeSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new Compute(ComputeSettings.read(options));
    }
}
