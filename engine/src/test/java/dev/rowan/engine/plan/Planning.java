package dev.rowan.engine.plan;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.testkit.FakeTime;
import dev.rowan.testkit.FixedTransformPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A pipeline of test plugins that is planned and never run: it has no network, and its sink must not be
/// opened.
final class Planning {
    static final String SECRET = "the-key-of-the-service";

    private final List<Plugin> plugins = new ArrayList<>();
    private final List<Object> transforms = new ArrayList<>();
    private final Map<String, Object> run = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>(Map.of(Asking.KEY, SECRET));

    Planning source(Source given) {
        plugins.add(new FixedSourcePlugin("source", given));
        return this;
    }

    Planning rows(Row... rows) {
        return source(ListSource.of(List.of(rows).stream()
                .<Source.Item>map(row -> new Source.Item.Record("here", row, Optional.empty()))
                .toList()));
    }

    Planning with(String key, Object value) {
        run.put(key, value);
        return this;
    }

    Planning withoutKey() {
        environment.clear();
        return this;
    }

    Planning calling(String name, Transform given) {
        return calling(name, given, Map.of());
    }

    Planning calling(String name, Transform given, Map<String, ?> options) {
        return add(name, given, options, Set.of(Capability.CALLS_OUT));
    }

    Planning local(String name, RowTransform given) {
        return add(name, given, Map.of(), Set.of(Capability.CREATES_TOKENS));
    }

    Planning add(String name, Transform given, Map<String, ?> options, Set<Capability> capabilities) {
        plugins.add(new FixedTransformPlugin(name, given, capabilities));
        transforms.add(Map.of("plugin", name, "options", options));
        return this;
    }

    Pipeline assemble() {
        plugins.add(new FixedSinkPlugin("sink", new ListSink()));
        var root = Map.of(
                "run",
                run,
                "source",
                Map.of("plugin", "source"),
                "transforms",
                transforms,
                "sinks",
                Map.of("output", Map.of("plugin", "sink")));
        return PipelineAssembly.assemble(
                ConfigNode.of(root),
                new PipelineAssembly.Origin("a test", Path.of(""), Optional.empty()),
                PluginCatalog.of(plugins));
    }

    PipelinePlanner open(Pipeline pipeline) throws IOException, InterruptedException {
        var none = RunEnvironment.none();
        var secrets = new SecretSource(environment, Path.of(""), Duration.ofSeconds(1));
        return PipelinePlanner.open(
                pipeline,
                RunEnvironment.of(
                        _ -> {
                            throw new AssertionError("a plan sends nothing");
                        },
                        secrets,
                        none.simulator()),
                new FakeTime());
    }

    /// The plan of the first row.
    PlannedRow first() throws IOException, InterruptedException {
        try (PipelinePlanner planner = open(assemble())) {
            return planner.plan(planner.read().orElseThrow());
        }
    }

    /// The plan of the first row if it is not split.
    PlannedRow.Part only() throws IOException, InterruptedException {
        return first().parts().getFirst();
    }

    Forecast forecast(Forecaster.Asked asked) throws IOException, InterruptedException {
        Pipeline pipeline = assemble();
        try (PipelinePlanner planner = open(pipeline)) {
            return Forecaster.of(pipeline, planner, asked);
        }
    }
}
