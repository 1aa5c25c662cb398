package dev.rowan.transforms.compute;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `compute`.
public final class ComputePlugin implements TransformPlugin {

    @Override
    public String name() {
        return "compute";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Sets fields to the results of CEL expressions.";
    }

    @Override
    public Options options() {
        return ComputeSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        return new Compute(ComputeSettings.read(options));
    }
}
