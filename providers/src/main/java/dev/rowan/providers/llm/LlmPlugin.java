package dev.rowan.providers.llm;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `llm`.
public final class LlmPlugin extends DescribedPlugin implements TransformPlugin {

    public LlmPlugin() {
        super(
                "llm",
                "1.0",
                "Calls a model for each row and adds the answer as a new field.",
                Capability.CALLS_OUT,
                Capability.BATCHES);
    }

    @Override
    public Options options() {
        return LlmOptions.LLM;
    }

    @Override
    public Transform configure(Section options) {
        return new LlmReader(options).llm();
    }
}
