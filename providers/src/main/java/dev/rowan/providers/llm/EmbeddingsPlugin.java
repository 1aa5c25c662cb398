package dev.rowan.providers.llm;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `embeddings`.
public final class EmbeddingsPlugin extends DescribedPlugin implements TransformPlugin {

    public EmbeddingsPlugin() {
        super(
                "embeddings",
                "1.0",
                "Adds the embedding vector of a text to each row, as a list of numbers.",
                Capability.CALLS_OUT,
                Capability.BATCHES);
    }

    @Override
    public Options options() {
        return EmbeddingSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return EmbeddingSettings.read(options)
                .<Transform>map(EmbeddingsTransform::new)
                .orElseGet(EmbeddingsPlugin::unusable);
    }

    /// A placeholder for a transform with reported problems; never run.
    private static Transform unusable() {
        return (RowTransform) (_, _) -> {
            throw new IllegalStateException("the settings of this transform have problems");
        };
    }
}
