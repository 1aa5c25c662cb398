package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `openai_moderation`.
public final class OpenAiModerationPlugin extends DescribedPlugin implements TransformPlugin {

    public OpenAiModerationPlugin() {
        super(
                "openai_moderation",
                "1.0",
                "Blocks rows that OpenAI's moderation API flags as harmful.",
                Capability.CALLS_OUT,
                Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Options options() {
        return ModerationSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        ModerationSettings settings = ModerationSettings.read(options);
        return new SafetyTransform<>(settings.common(), settings.check());
    }
}
