package dev.rowan.transforms.filter;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `filter`.
public final class FilterPlugin extends DescribedPlugin implements TransformPlugin {

    public FilterPlugin() {
        super("filter", "1.0", "Keeps the rows for which a CEL expression is true.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return FilterSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new Filter(FilterSettings.read(options));
    }
}
