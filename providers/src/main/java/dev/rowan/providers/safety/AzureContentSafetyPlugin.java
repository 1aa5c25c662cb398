package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `azure_content_safety`.
public final class AzureContentSafetyPlugin extends DescribedPlugin implements TransformPlugin {

    public AzureContentSafetyPlugin() {
        super(
                "azure_content_safety",
                "1.0",
                "Blocks hate, self-harm, sexual content and violence detected by Azure AI Content " + "Safety.",
                Capability.CALLS_OUT,
                Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Options options() {
        return ContentSafetySettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        ContentSafetySettings settings = ContentSafetySettings.read(options);
        return new SafetyTransform<>(
                settings.common(), new ContentSafetyCheck(settings.thresholds(), settings.outputType()));
    }
}
