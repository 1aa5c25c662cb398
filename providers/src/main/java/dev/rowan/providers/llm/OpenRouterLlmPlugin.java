package dev.rowan.providers.llm;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `openrouter_llm`.
public final class OpenRouterLlmPlugin implements TransformPlugin {

    @Override
    public String name() {
        return "openrouter_llm";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Calls a model through OpenRouter for each row.";
    }

    @Override
    public Options options() {
        return LlmOptions.OPENROUTER;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CALLS_OUT, Capability.BATCHES);
    }

    @Override
    public Transform configure(Section options) {
        return new LlmReader(options).openRouter();
    }
}
