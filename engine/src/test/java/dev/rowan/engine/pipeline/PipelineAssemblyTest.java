package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.testkit.FixedTransformPlugin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PipelineAssemblyTest {
    private static final PluginCatalog CATALOG = PluginCatalog.of(List.of(
            new FixedSourcePlugin("list", ListSource.counting(1)),
            new FixedTransformPlugin("pass", (RowTransform) (row, _) -> TransformResult.success(row), Set.of()),
            new FixedSinkPlugin("list", new ListSink())));

    @Test
    void numbersTransformsOfOneKindAndPassesOverNamesThatAreTaken() {
        Pipeline pipeline = assemble(List.of(
                Map.of("plugin", "pass", "name", "pass_2"), Map.of("plugin", "pass"), Map.of("plugin", "pass")));

        assertThat(pipeline.transforms())
                .extracting(Pipeline.TransformNode::name)
                .containsExactly("pass_2", "pass", "pass_3");
    }

    @Test
    void refusesANameThatAnotherTransformHas() {
        List<Map<String, ?>> transforms =
                List.of(Map.of("plugin", "pass"), Map.of("plugin", "pass"), Map.of("plugin", "pass", "name", "pass_2"));

        assertThatThrownBy(() -> assemble(transforms))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("another transform is already named 'pass_2'");
    }

    @Test
    void findsTheProblemsOfEveryPartAtOnce() {
        var root = Map.of(
                "source", Map.of("plugin", "lst"),
                "transforms", List.of(Map.of("plugin", "pass", "options", Map.of("on_error", "nowhere"))),
                "sinks", Map.of("discard", Map.of("plugin", "list")));

        assertThatThrownBy(() -> assemble(root))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "unknown source plugin 'lst'", "there is no sink 'nowhere'", "cannot be a sink name");
    }

    @Test
    void refusesALandscapeThatCannotBe() {
        var root = Map.of(
                "source", Map.of("plugin", "list"),
                "sinks", Map.of("all", Map.of("plugin", "list")),
                "landscape", Map.of("url", "mysql://db/audit"));

        assertThatThrownBy(() -> assemble(root))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("landscape.url: a landscape url must be sqlite:<file> or postgresql://");
    }

    @Test
    void theOnlySinkTakesTheRowsThatPass() {
        assertThat(assemble(List.of()).outputSink()).isEqualTo("all");
    }

    private static Pipeline assemble(List<? extends Map<String, ?>> transforms) {
        return assemble(Map.of(
                "source", Map.of("plugin", "list"),
                "transforms", transforms,
                "sinks", Map.of("all", Map.of("plugin", "list"))));
    }

    private static Pipeline assemble(Map<String, ?> root) {
        return PipelineAssembly.assemble(
                ConfigNode.of(root), new PipelineAssembly.Origin("a test", Path.of(""), Optional.empty()), CATALOG);
    }
}
