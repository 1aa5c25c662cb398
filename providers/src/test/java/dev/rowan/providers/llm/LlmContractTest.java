package dev.rowan.providers.llm;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.Map;

class LlmContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new LlmPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("model", "simulator/chat", "user_prompt_template", "{{ text }}", "output_key", "answer");
    }

    @Override
    protected Row passing() {
        return Row.of("text", "hello");
    }

    @Override
    protected PluginSetup setup() {
        return Given.setup(Map.of());
    }

    @Override
    protected FakeCalls calls() {
        return Given.answering("hi");
    }
}
