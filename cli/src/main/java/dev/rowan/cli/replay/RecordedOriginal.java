package dev.rowan.cli.replay;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.startup.CalibrationTarget;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The recorded run to replay. `file` replaces its recorded pipeline.
record RecordedOriginal(
        RunSummary summary, RunStart declared, Map<String, Sink.Mark> marks, boolean changed, Optional<Path> file) {
    private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    static RecordedOriginal find(String name, Optional<Path> file, LandscapeReader reader, Shell shell) {
        RunSummary summary = reader.runs().summary(reader.runs().resolve(name));
        String runId = summary.runId();
        if (summary.status().equals(RunSummary.RUNNING)) {
            throw new UsageException("run " + runId + " is still running; replay it after it has ended or was stopped");
        }
        RunStart declared = reader.runs().declared(runId);
        Optional<CalibrationTarget> calibrated = CalibrationTarget.of(declared);
        if (calibrated.isPresent()) {
            throw new UsageException("run " + runId + " calibrates the gate '"
                    + calibrated.get().gate() + "' and cannot be replayed: it has no output");
        }
        if (declared.settings().get("replays") instanceof String other) {
            throw new UsageException("run " + runId + " is itself a replay of run " + other
                    + " and has not recorded all answers; replay that one");
        }
        return new RecordedOriginal(
                summary, declared, reader.sinks().marks(runId), reader.runs().isChanged(runId), file);
    }

    String runId() {
        return summary.runId();
    }

    /// The sink's file, if it wrote one.
    Optional<Path> written(String sink) {
        return declared.sinks().stream()
                .filter(one -> one.name().equals(sink) && !one.target().isEmpty())
                .map(one -> Path.of(one.target()))
                .findFirst();
    }

    /// The recorded pipeline, or `file`, writing to `folder`. If `sends` is false, unset variables get placeholders:
    /// they were API keys.
    Pipeline pipeline(Path folder, boolean sends, Shell shell) {
        Path path = shell.folder()
                .resolve(file.or(() -> declared.pipelineFile().map(Path::of))
                        .orElseThrow(() -> new UsageException("run " + runId()
                                + " was not started from a pipeline file; pass an equivalent one: RUN FILE")));
        var problems = new Problems();
        Map<String, String> variables = sends ? shell.environment() : withPlaceholders(shell);
        PipelineFile read = (file.isPresent() || sends
                        ? PipelineFile.read(path, variables, problems)
                        : PipelineFile.recall(path, declared.configuration(), variables, problems))
                .orElseThrow(() -> new ConfigException(problems.list()));
        PluginCatalog catalog = PluginCatalog.load();
        var root = new SinkRedirection(folder.toAbsolutePath(), catalog, marks).of(read.root());
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(path));
        return PipelineAssembly.assemble(root, origin, catalog, problems);
    }

    private Map<String, String> withPlaceholders(Shell shell) {
        var variables = new HashMap<>(shell.environment());
        unset(shell).forEach(name -> variables.put(name, "in-place-of-" + name));
        return variables;
    }

    private TreeSet<String> unset(Shell shell) {
        var unset = new TreeSet<String>();
        var reference = VARIABLE.matcher(declared.configuration());
        while (reference.find()) {
            if (!shell.environment().containsKey(reference.group(1))) {
                unset.add(reference.group(1));
            }
        }
        return unset;
    }

    /// The node number of each transform of `pipeline` in the run. Transforms before `from` must be unchanged.
    Map<Integer, Integer> nodes(Pipeline pipeline, int from, Shell shell) {
        var numbers = new HashMap<Integer, Integer>();
        List<RunStart.Node> recorded =
                declared.nodes().stream().filter(node -> !isSink(node)).toList();
        for (TransformNode node : pipeline.transforms()) {
            Optional<RunStart.Node> then = recorded.stream()
                    .filter(one -> one.name().equals(node.name())
                            && one.plugin().equals(node.plugin().name()))
                    .findFirst();
            then.ifPresent(one -> numbers.put(node.index(), one.index()));
            boolean same = then.isPresent()
                    && then.get().index() == node.index()
                    && then.get().optionsSha256().equals(node.optionsSha256());
            if (node.index() < from && !same) {
                throw changed(node.name(), shell);
            }
        }
        if (pipeline.transforms().size() < Math.min(from, recorded.size())) {
            throw changed(recorded.get(pipeline.transforms().size()).name(), shell);
        }
        return numbers;
    }

    /// Whether `node` stands for the calls of a sink.
    private boolean isSink(RunStart.Node node) {
        return declared.sinks().stream()
                .anyMatch(
                        sink -> sink.name().equals(node.name()) && sink.plugin().equals(node.plugin()));
    }

    private UsageException changed(String transform, Shell shell) {
        TreeSet<String> unset = unset(shell);
        String hint = unset.isEmpty()
                ? ""
                : "; unset variables, which are optional only if they are keys: " + String.join(", ", unset);
        return new UsageException("transform '" + transform + "' differs from the one recorded by run " + runId()
                + ", so its answers cannot be reused; to run the changed one: --from " + transform + hint);
    }
}
