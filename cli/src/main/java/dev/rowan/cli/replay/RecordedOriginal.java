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

/// The run that is repeated, by its record. `file` is where its pipeline is taken from instead of the record.
record RecordedOriginal(
        RunSummary summary, RunStart declared, Map<String, Sink.Mark> marks, boolean changed, Optional<Path> file) {
    private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    static RecordedOriginal find(String name, Optional<Path> file, LandscapeReader reader, Shell shell) {
        RunSummary summary = reader.runs().summary(reader.runs().resolve(name));
        String runId = summary.runId();
        if (summary.status().equals(RunSummary.RUNNING)) {
            throw new UsageException(
                    "run " + runId + " is still running; it can be repeated when it has ended or was stopped");
        }
        RunStart declared = reader.runs().declared(runId);
        if (declared.settings().get("replays") instanceof String other) {
            throw new UsageException("run " + runId + " took answers from the record of run " + other
                    + ", so that its own does not have them all; repeat that one");
        }
        return new RecordedOriginal(
                summary, declared, reader.sinks().marks(runId), reader.runs().isChanged(runId), file);
    }

    String runId() {
        return summary.runId();
    }

    /// Where the sink wrote, if that was a file.
    Optional<Path> written(String sink) {
        return declared.sinks().stream()
                .filter(one -> one.name().equals(sink) && !one.target().isEmpty())
                .map(one -> Path.of(one.target()))
                .findFirst();
    }

    /// The run's own pipeline as it is recorded, or `file`, writing to `folder`. Without a word from `shell` on a
    /// variable, something stands for it when `sends` is false: it was a key.
    Pipeline pipeline(Path folder, boolean sends, Shell shell) {
        Path place = shell.folder()
                .resolve(file.or(() -> declared.pipelineFile().map(Path::of))
                        .orElseThrow(() -> new UsageException("run " + runId()
                                + " was not started from a pipeline file; name one that is the same: RUN FILE")));
        var problems = new Problems();
        Map<String, String> variables = sends ? shell.environment() : withStandIns(shell);
        PipelineFile read = (file.isPresent() || sends
                        ? PipelineFile.read(place, variables, problems)
                        : PipelineFile.recall(place, declared.configuration(), variables, problems))
                .orElseThrow(() -> new ConfigException(problems.list()));
        PluginCatalog catalog = PluginCatalog.load();
        var root = new SinkRedirection(folder.toAbsolutePath(), catalog, marks).of(read.root());
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(place));
        return PipelineAssembly.assemble(root, origin, catalog, problems);
    }

    private Map<String, String> withStandIns(Shell shell) {
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

    /// The number that each transform of `pipeline` had in the run. Those before `from` must be as they were.
    Map<Integer, Integer> nodes(Pipeline pipeline, int from, Shell shell) {
        var numbers = new HashMap<Integer, Integer>();
        List<RunStart.Node> recorded = declared.nodes();
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

    private UsageException changed(String transform, Shell shell) {
        TreeSet<String> unset = unset(shell);
        String hint = unset.isEmpty()
                ? ""
                : "; these variables are not set, and only keys need not be: " + String.join(", ", unset);
        return new UsageException("transform '" + transform + "' is not what run " + runId()
                + " recorded, so that its answers are none; to run it as it is now: --from " + transform + hint);
    }
}
