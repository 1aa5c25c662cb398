package dev.rowan.providers.safety;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `openai_moderation`.
public final class OpenAiModerationPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "openai_moderation";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Blocks rows that OpenAI's moderation API flags as harmful.";
    }

    @Override
    public Options options() {
        return ModerationSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Transform configure(Section options) {
        ModerationSettings settings = ModerationSettings.read(options);
        return new SafetyTransform<>(settings.common(), settings.check());
    }
}
