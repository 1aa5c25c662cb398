package dev.rowan.transforms.chunk;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `chunk_text`.
public final class ChunkTextPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "chunk_text";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Splits a text into overlapping chunks, a row for each.";
    }

    @Override
    public Options options() {
        return ChunkTextSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC, Capability.CREATES_TOKENS);
    }

    @Override
    public Transform configure(Section options) {
        return new ChunkText(ChunkTextSettings.read(options));
    }
}
