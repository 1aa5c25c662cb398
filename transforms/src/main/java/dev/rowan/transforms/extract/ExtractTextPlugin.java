package dev.rowan.transforms.extract;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `extract_text`.
public final class ExtractTextPlugin extends DescribedPlugin implements TransformPlugin {

    public ExtractTextPlugin() {
        super(
                "extract_text",
                "1.0",
                "Extracts the text of PDF and HTML documents, one row per page.",
                Capability.CREATES_TOKENS);
    }

    @Override
    public Options options() {
        return ExtractTextSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new ExtractText(ExtractTextSettings.read(options));
    }
}
