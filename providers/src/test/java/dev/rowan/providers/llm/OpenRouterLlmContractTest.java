package dev.rowan.providers.llm;

import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.PluginContract;
import java.util.Map;

class OpenRouterLlmContractTest extends PluginContract<TransformPlugin> {

    @Override
    protected TransformPlugin plugin() {
        return new OpenRouterLlmPlugin();
    }

    @Override
    protected Class<TransformPlugin> service() {
        return TransformPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "model", "a/b", "base_url", "simulator", "user_prompt_template", "{{ text }}", "output_key", "answer");
    }
}
