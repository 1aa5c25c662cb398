package dev.rowan.transforms.keyword;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `keyword_filter`.
public final class KeywordFilterPlugin extends DescribedPlugin implements TransformPlugin {

    public KeywordFilterPlugin() {
        super(
                "keyword_filter",
                "1.0",
                "Blocks rows that match a regular expression, in linear time.",
                Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return KeywordFilterSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new KeywordFilter(KeywordFilterSettings.read(options));
    }
}
