package dev.rowan.transforms.chunk;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `chunk_text`.
public final class ChunkTextPlugin extends DescribedPlugin implements TransformPlugin {

    public ChunkTextPlugin() {
        super(
                "chunk_text",
                "1.0",
                "Splits a text into overlapping chunks, one row each.",
                Capability.DETERMINISTIC,
                Capability.CREATES_TOKENS);
    }

    @Override
    public Options options() {
        return ChunkTextSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new ChunkText(ChunkTextSettings.read(options));
    }
}
