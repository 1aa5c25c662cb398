package dev.rowan.transforms.keyword;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `keyword_filter`.
public final class KeywordFilterPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "keyword_filter";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Blocks rows that match a regular expression, in linear time.";
    }

    @Override
    public Options options() {
        return KeywordFilterSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        return new KeywordFilter(KeywordFilterSettings.read(options));
    }
}
