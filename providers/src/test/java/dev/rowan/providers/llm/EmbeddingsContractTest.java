package dev.rowan.providers.llm;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.Map;

class EmbeddingsContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new EmbeddingsPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("model", "simulator/embedding", "field", "text");
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
        return new FakeCalls(_ -> FakeCalls.json(
                200, "{\"data\":[{\"embedding\":[0.1,-2]}],\"model\":\"m\",\"usage\":{\"prompt_tokens\":2}}"));
    }
}
