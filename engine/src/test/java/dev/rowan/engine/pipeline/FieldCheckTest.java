package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
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

/// Fields are checked only against what is known.
class FieldCheckTest {
    private static final PluginCatalog CATALOG = PluginCatalog.of(List.of(
            new FixedSourcePlugin("list", ListSource.counting(1)),
            new FixedTransformPlugin("any", (RowTransform) (row, _) -> TransformResult.success(row), Set.of()),
            new FixedTransformPlugin("answer", new Answer(), Set.of()),
            new FixedSinkPlugin("list", new ListSink())));

    /// Needs `n` and adds `answer`.
    private static final class Answer implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return TransformResult.success(row.with("answer", 1L));
        }

        @Override
        public RowFields outputFields(RowFields input) {
            return input.with(List.of("answer"));
        }

        @Override
        public List<FieldUse> fieldUses() {
            return List.of(FieldUse.required("n", "from"), FieldUse.added("answer", "to"));
        }
    }

    private static Map<String, ?> node(String plugin, String... fields) {
        return fields.length == 0
                ? Map.of("plugin", plugin)
                : Map.of(
                        "plugin",
                        plugin,
                        "options",
                        Map.of("schema", Map.of("mode", "strict", "fields", List.of(fields))));
    }

    private static List<String> problems(List<Map<String, ?>> transforms) {
        ConfigNode root = ConfigNode.of(Map.of(
                "source", Map.of("plugin", "list"),
                "transforms", transforms,
                "sinks", Map.of("all", Map.of("plugin", "list"))));
        Pipeline pipeline = PipelineAssembly.assemble(
                root, new PipelineAssembly.Origin("a test", Path.of(""), Optional.empty()), CATALOG);
        var problems = new Problems();
        FieldCheck.check(pipeline, root, problems);
        return problems.list().stream().map(Problem::message).toList();
    }

    @Test
    void aStrictSchemaTellsWhichFieldsThereAre() {
        assertThat(problems(List.of(node("answer", "n: int")))).isEmpty();
        assertThat(problems(List.of(node("answer", "m: int"))))
                .containsExactly("must name a field that rows have here (m), got 'n'");
    }

    @Test
    void aFieldThatATransformAddsIsKnownThoughTheSourceIsNot() {
        assertThat(problems(List.of(node("answer"), node("answer"))))
                .containsExactly("must be a new field, but transform 'answer' adds 'answer' already");
    }

    @Test
    void nothingIsKnownBehindATransformThatDeclaresNothing() {
        assertThat(problems(List.of(node("answer"), node("any"), node("answer"))))
                .isEmpty();
        assertThat(problems(List.of(node("any", "m: int"), node("answer")))).isEmpty();
    }
}
