package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The plugin of `docs/plugins.md`, as it stands there.
class PluginExampleTest {

    static final class ShoutPlugin implements TransformPlugin {
        private static final Option<String> FIELD = Option.text("field").describedAs("the text field to shout");

        @Override
        public String name() {
            return "shout";
        }

        @Override
        public String version() {
            return "1.0";
        }

        @Override
        public String description() {
            return "Turns a text field into upper case.";
        }

        @Override
        public Options options() {
            return Options.of(FIELD);
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.DETERMINISTIC);
        }

        @Override
        public Transform configure(Section options) {
            String field = options.get(FIELD);
            return (RowTransform) (row, context) -> row.text(field)
                    .map(text -> TransformResult.success(row.with(field, text.toUpperCase(Locale.ROOT))))
                    .orElseGet(() -> TransformResult.error(
                            Reason.of("not_text", "the field must hold text").with("field", field)));
        }
    }

    @Test
    void runsAPluginOfTheProgramsOwn(@TempDir Path folder) throws Exception {
        Path input = folder.resolve("rows.jsonl");
        Files.writeString(input, "{\"text\":\"hey\"}\n{\"text\":7}\n");
        Path output = folder.resolve("output.jsonl");

        RunResult result = PipelineBuilder.named("shouting")
                .plugin(new ShoutPlugin())
                .source("jsonl", Map.of("path", input.toString()))
                .transform("shout", Map.of("field", "text"))
                .sink("output", "jsonl", Map.of("path", output.toString()))
                .run("sqlite:" + folder.resolve("rowan.db"));

        assertThat(output).hasContent("{\"text\":\"HEY\"}");
        assertThat(result.counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L), Map.entry(Outcome.FAILED, 1L));
    }
}
