package dev.rowan.transforms.sample;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `sample`.
public final class SamplePlugin extends DescribedPlugin implements TransformPlugin {

    public SamplePlugin() {
        super("sample", "1.0", "Keeps a random sample of the rows, the same in every run.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return SampleSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        SampleSettings settings = SampleSettings.read(options);
        return settings.rows().isPresent() ? new FixedSizeSampler(settings) : new BernoulliSampler(settings);
    }
}
