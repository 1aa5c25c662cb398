package dev.rowan.engine.builder;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Builds a pipeline in Java code, with the same parts, options and checks as a pipeline file.
///
/// ```java
/// RunResult result = PipelineBuilder.named("reviews")
///         .source("csv", Map.of("path", "reviews.csv"))
///         .transform("truncate", Map.of("fields", "text", "max_chars", 200))
///         .sink("output", "jsonl", Map.of("path", "out.jsonl"))
///         .run("sqlite:rowan.db");
/// ```
/// Owned by one thread. Relative paths are resolved against the current directory. `run` is a composition root: it
/// uses the system clock and environment, and the plugins and the HTTP client of the class path.
public final class PipelineBuilder {
    private final Map<String, @Nullable Object> run = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> source = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> transforms = new ArrayList<>();
    private final Map<String, @Nullable Object> sinks = new LinkedHashMap<>();
    private final List<Plugin> plugins = new ArrayList<>();
    private Sink.Existing existing = Sink.Existing.REFUSE;

    private PipelineBuilder(String name) {
        run.put("name", name);
    }

    public static PipelineBuilder named(String name) {
        return new PipelineBuilder(name);
    }

    /// Sets a key of the `run` section, such as `order` or `window`.
    public PipelineBuilder run(String key, Object value) {
        run.put(key, value);
        return this;
    }

    public PipelineBuilder source(String plugin, Map<String, ?> options) {
        source.putAll(entry(plugin, options));
        return this;
    }

    public PipelineBuilder transform(String plugin, Map<String, ?> options) {
        transforms.add(entry(plugin, options));
        return this;
    }

    /// Adds an entry of `transforms` with the keys of a pipeline file: a gate, a fork, a join, or a plugin with keys
    /// such as `name` and `to`.
    public PipelineBuilder node(Map<String, ?> entry) {
        transforms.add(new LinkedHashMap<>(entry));
        return this;
    }

    public PipelineBuilder sink(String name, String plugin, Map<String, ?> options) {
        sinks.put(name, entry(plugin, options));
        return this;
    }

    /// Adds a plugin to those of the class path.
    public PipelineBuilder plugin(Plugin plugin) {
        plugins.add(plugin);
        return this;
    }

    /// Allows the run to overwrite existing output.
    public PipelineBuilder overwrite() {
        existing = Sink.Existing.OVERWRITE;
        return this;
    }

    private static Map<String, @Nullable Object> entry(String plugin, Map<String, ?> options) {
        var entry = new LinkedHashMap<String, @Nullable Object>();
        entry.put("plugin", plugin);
        entry.put("options", options);
        return entry;
    }

    /// Checks and assembles the pipeline; a [dev.rowan.api.config.ConfigException] has every problem.
    public Pipeline assemble() {
        var root = new LinkedHashMap<String, @Nullable Object>();
        root.put("run", run);
        root.put("source", source);
        root.put("transforms", transforms);
        root.put("sinks", sinks);
        String text = new String(RowJson.writeValue(Row.of(root).asMap()), UTF_8);
        return PipelineAssembly.assemble(
                ConfigNode.of(root),
                new PipelineAssembly.Origin(text, Path.of(""), Optional.empty()),
                PluginCatalog.load().with(plugins.toArray(Plugin[]::new)));
    }

    /// Runs the pipeline and waits for its end. `landscape` is `sqlite:FILE` or `postgresql://…`.
    public RunResult run(String landscape) throws IOException, InterruptedException {
        var time = new SystemTime();
        var random = new SecureRandom();
        Pipeline pipeline = assemble();
        try (Landscape opened = Landscapes.open(
                        landscape,
                        Path.of(""),
                        time,
                        random,
                        Faults.NONE,
                        Optional.empty(),
                        pipeline.run().landscapeDownTimeout());
                BuilderEnvironment outside = BuilderEnvironment.of(pipeline, time)) {
            var request = RunRequest.fresh(
                    version(), List.of("java"), System.getProperty("user.name", ""), OptionalLong.empty(), existing);
            return new PipelineRun(pipeline, opened, request, outside.environment(), time, random).run();
        }
    }

    private static String version() {
        return Optional.ofNullable(PipelineBuilder.class.getPackage().getImplementationVersion())
                .orElse("not packaged");
    }
}
