package dev.rowan.providers.llm;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `azure_llm`.
public final class AzureLlmPlugin extends DescribedPlugin implements TransformPlugin {

    public AzureLlmPlugin() {
        super(
                "azure_llm",
                "1.0",
                "Calls a model deployed on Azure OpenAI for each row.",
                Capability.CALLS_OUT,
                Capability.BATCHES);
    }

    @Override
    public Options options() {
        return LlmOptions.AZURE;
    }

    @Override
    public Transform configure(Section options) {
        return new LlmReader(options).azure();
    }
}
