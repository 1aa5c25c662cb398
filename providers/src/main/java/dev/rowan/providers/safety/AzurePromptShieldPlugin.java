package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `azure_prompt_shield`.
public final class AzurePromptShieldPlugin implements TransformPlugin {
    static final Options OPTIONS = SafetySettings.FIRST.and(SafetySettings.LAST);

    @Override
    public String name() {
        return "azure_prompt_shield";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Blocks prompt injection attacks detected by Azure AI Content Safety's Prompt Shields.";
    }

    @Override
    public Options options() {
        return OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Transform configure(Section options) {
        return new SafetyTransform<>(SafetySettings.read(options), new PromptShieldCheck());
    }
}
