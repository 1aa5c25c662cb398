package dev.rowan.providers.llm;

import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.PluginContract;
import java.util.Map;

class AzureLlmContractTest extends PluginContract<TransformPlugin> {

    @Override
    protected TransformPlugin plugin() {
        return new AzureLlmPlugin();
    }

    @Override
    protected Class<TransformPlugin> service() {
        return TransformPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "deployment_name",
                "gpt",
                "endpoint",
                "simulator",
                "user_prompt_template",
                "{{ text }}",
                "output_key",
                "answer");
    }
}
