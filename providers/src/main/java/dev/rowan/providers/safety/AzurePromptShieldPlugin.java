package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `azure_prompt_shield`.
public final class AzurePromptShieldPlugin extends DescribedPlugin implements TransformPlugin {
    static final Options OPTIONS = SafetySettings.FIRST.and(SafetySettings.LAST);

    public AzurePromptShieldPlugin() {
        super(
                "azure_prompt_shield",
                "1.0",
                "Blocks prompt injection attacks detected by Azure AI Content Safety's Prompt Shields.",
                Capability.CALLS_OUT,
                Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Options options() {
        return OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new SafetyTransform<>(SafetySettings.read(options), new PromptShieldCheck());
    }
}
