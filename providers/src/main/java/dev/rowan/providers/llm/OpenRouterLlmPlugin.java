package dev.rowan.providers.llm;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `openrouter_llm`.
public final class OpenRouterLlmPlugin extends DescribedPlugin implements TransformPlugin {

    public OpenRouterLlmPlugin() {
        super(
                "openrouter_llm",
                "1.0",
                "Calls a model through OpenRouter for each row.",
                Capability.CALLS_OUT,
                Capability.BATCHES);
    }

    @Override
    public Options options() {
        return LlmOptions.OPENROUTER;
    }

    @Override
    public Transform configure(Section options) {
        return new LlmReader(options).openRouter();
    }
}
