package dev.rowan.chaos;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A trial of a user's pipeline. Its sinks and its landscape are replaced by files in the trial's
/// folder, every call is answered by the simulator in this process, and keys of real services are not used.
public final class CustomTrial {
    /// The default environment variables of keys and addresses, which are set to harmless values.
    private static final List<String> KEYS = List.of(
            "OPENAI_API_KEY",
            "AZURE_OPENAI_API_KEY",
            "AZURE_CONTENT_SAFETY_KEY",
            "ANTHROPIC_API_KEY",
            "GEMINI_API_KEY",
            "OPENROUTER_API_KEY");

    private static final Map<String, String> ADDRESSES = Map.of(
            "AZURE_CONTENT_SAFETY_ENDPOINT", "https://safety.invalid",
            "AZURE_OPENAI_ENDPOINT", "https://azure.invalid");

    private CustomTrial() {}

    /// Why a pipeline cannot be crash-tested, and what to do.
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        public Refused(String message) {
            super(message);
        }
    }

    /// A trial of the pipeline in `file`, limited to its first `rows` rows.
    public static Trial of(
            Path file, Map<String, String> environment, Path site, long rows, PluginCatalog catalog, Trial.Outer outer)
            throws Refused {
        var variables = new LinkedHashMap<>(environment);
        KEYS.forEach(key -> variables.put(key, "a-simulated-key"));
        ADDRESSES.forEach(variables::putIfAbsent);
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, variables, problems).orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        refuseServices(PipelineAssembly.assemble(read.root(), origin, catalog, problems));
        return new Trial(
                site,
                read.base().toAbsolutePath(),
                moved(read.root(), site.resolve("work")),
                read.text(),
                catalog,
                variables,
                SimulatorSettings.DEFAULT,
                SimulatorSettings.DEFAULT,
                OptionalLong.of(rows),
                FaultVariation.none(),
                outer);
    }

    private static void refuseServices(Pipeline pipeline) throws Refused {
        List<String> remote = new ArrayList<>();
        pipeline.sources().stream()
                .filter(source -> source.source().file().isEmpty())
                .forEach(source -> remote.add(
                        "the " + source.title() + " reads " + source.source().describe()));
        pipeline.sinks().stream()
                .filter(node -> node.sink().file().isEmpty())
                .forEach(node -> remote.add(
                        "sink '" + node.name() + "' (" + node.plugin().name() + ") writes to a service"));
        if (!remote.isEmpty()) {
            throw new Refused("only pipelines from file to file can be crash-tested: " + String.join("; ", remote)
                    + ". Try a copy of the pipeline with files in their place");
        }
    }

    /// The settings with every sink's file in `work`, and without a landscape and a folder for batches of their own.
    private static ConfigNode moved(ConfigNode.Mapping root, Path work) {
        var entries = new LinkedHashMap<>(root.entries());
        entries.remove("landscape");
        entries.computeIfPresent("run", (_, run) -> changed(run, CustomTrial::withoutArtifacts));
        entries.computeIfPresent(
                "sinks",
                (_, sinks) -> changed(sinks, all -> {
                    var moved = new LinkedHashMap<>(all);
                    moved.replaceAll((name, sink) -> changed(sink, keys -> withPath(keys, work, name)));
                    return moved;
                }));
        return new ConfigNode.Mapping(root.location(), root.path(), entries);
    }

    private static Map<String, ConfigNode.Entry> withoutArtifacts(Map<String, ConfigNode.Entry> run) {
        var keys = new LinkedHashMap<>(run);
        keys.remove("artifacts");
        return keys;
    }

    private static Map<String, ConfigNode.Entry> withPath(Map<String, ConfigNode.Entry> sink, Path work, String name) {
        var keys = new LinkedHashMap<>(sink);
        keys.computeIfPresent(
                "options",
                (_, options) -> changed(options, given -> {
                    var moved = new LinkedHashMap<>(given);
                    moved.computeIfPresent(
                            "path",
                            (_, path) -> new ConfigNode.Entry(
                                    path.keyLocation(),
                                    new ConfigNode.Scalar(
                                            path.value().location(),
                                            path.value().path(),
                                            work.resolve(name + ".sink").toString())));
                    return moved;
                }));
        return keys;
    }

    private interface Change {
        Map<String, ConfigNode.Entry> of(Map<String, ConfigNode.Entry> entries);
    }

    private static ConfigNode.Entry changed(ConfigNode.Entry entry, Change change) {
        return entry.value() instanceof ConfigNode.Mapping(var location, var path, var entries)
                ? new ConfigNode.Entry(entry.keyLocation(), new ConfigNode.Mapping(location, path, change.of(entries)))
                : entry;
    }
}
