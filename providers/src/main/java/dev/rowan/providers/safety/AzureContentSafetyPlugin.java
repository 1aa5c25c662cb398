package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `azure_content_safety`.
public final class AzureContentSafetyPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "azure_content_safety";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Blocks hate, self-harm, sexual content and violence detected by Azure AI Content " + "Safety.";
    }

    @Override
    public Options options() {
        return ContentSafetySettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Transform configure(Section options) {
        ContentSafetySettings settings = ContentSafetySettings.read(options);
        return new SafetyTransform<>(
                settings.common(), new ContentSafetyCheck(settings.thresholds(), settings.outputType()));
    }
}
