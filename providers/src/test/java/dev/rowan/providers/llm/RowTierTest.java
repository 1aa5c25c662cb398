package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.CallPlanner.Plan;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RunDeadline;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.testkit.FakeSetup;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The tier of calls that a row sends together.
class RowTierTest {

    /// The run is late at every second look.
    private record Setup(FakeSetup given, AtomicInteger looks) implements PluginSetup {
        @Override
        public RunDeadline deadline() {
            return _ -> looks.incrementAndGet() % 2 == 0;
        }

        @Override
        public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
            return given.secret(reference);
        }

        @Override
        public Optional<String> environment(String name) {
            return given.environment(name);
        }

        @Override
        public URI simulator() throws PluginException {
            return given.simulator();
        }

        @Override
        public Wire wire() throws PluginException {
            return given.wire();
        }

        @Override
        public Time time() {
            return given.time();
        }

        @Override
        public boolean costCapped() {
            return false;
        }
    }

    @Test
    void isTheSameForAllQueriesWhenTheRunBecomesLate() throws Exception {
        var setup = new Setup(new FakeSetup(Map.of(), Optional.of(Given.SIMULATOR), false), new AtomicInteger());
        Map<String, Object> two = options(
                "model",
                "openai/gpt-4o",
                "base_url",
                "simulator",
                "tier",
                "auto",
                "queries",
                List.of(
                        options("user_prompt_template", "Mood? {{ text }}", "output_key", "mood"),
                        options("user_prompt_template", "Topic? {{ text }}", "output_key", "topic")));
        LlmTransform transform = Given.of(new LlmPlugin(), two).prepare(setup).transform();

        for (int row = 0; row < 3; row++) {
            Plan.Sends plan = (Plan.Sends) transform.plan(Row.of("text", "fine"));
            List<Optional<String>> tiers = plan.calls().stream()
                    .map(Call::form)
                    .map(form -> form.tier())
                    .toList();
            assertThat(tiers).hasSize(2);
            assertThat(tiers.stream().distinct()).hasSize(1);
        }
    }
}
