package dev.rowan.providers.service;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.config.PipelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An entry under `transforms:` as it stands in a pipeline file: its options without those that the engine reads
/// itself.
public record WrittenTransform(String plugin, ConfigNode.Mapping options, Set<String> engineKeys) {
    private static final Set<String> OF_ENGINE = Set.of(
            "on_error",
            "schema",
            "retry",
            "pool_size",
            "throttle",
            "min_dispatch_delay_ms",
            "max_dispatch_delay_ms",
            "backoff_multiplier",
            "recovery_step_ms",
            "max_capacity_retry_seconds",
            "requests_per_minute",
            "tokens_per_minute");

    /// Reads the first entry of `yaml`, a list; `folder` is for the file that holds it.
    public static WrittenTransform read(String yaml, Map<String, String> environment, Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), "transforms:\n" + yaml);
        PipelineFile read = PipelineFile.read(file, environment);
        var entry = (ConfigNode.Mapping)
                ((ConfigNode.Sequence) value(read.root(), "transforms")).items().getFirst();
        var plugin = (ConfigNode.Scalar) value(entry, "plugin");
        var options = (ConfigNode.Mapping) value(entry, "options");
        var own = new LinkedHashMap<>(options.entries());
        own.keySet().removeAll(OF_ENGINE);
        var engines = new LinkedHashMap<>(options.entries());
        engines.keySet().retainAll(OF_ENGINE);
        return new WrittenTransform(
                String.valueOf(plugin.value()),
                new ConfigNode.Mapping(options.location(), options.path(), own),
                Set.copyOf(engines.keySet()));
    }

    private static ConfigNode value(ConfigNode.Mapping mapping, String key) {
        ConfigNode.Entry entry = mapping.entries().get(key);
        if (entry == null) {
            throw new AssertionError("there is no '" + key + "'");
        }
        return entry.value();
    }

    /// What is wrong with the options for `of`.
    public List<Problem> problems(TransformPlugin of) {
        var problems = new Problems();
        Section.check(options, of.options(), Path.of(""), problems).ifPresent(of::configure);
        return problems.list();
    }

    /// The transform, which must be without problems.
    public RowTransform configured(TransformPlugin by) {
        var problems = new Problems();
        var section = Section.check(options, by.options(), Path.of(""), problems);
        problems.throwIfAny();
        var transform = (RowTransform) by.configure(section.orElseThrow());
        problems.throwIfAny();
        return transform;
    }
}
