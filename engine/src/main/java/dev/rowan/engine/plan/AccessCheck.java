package dev.rowan.engine.plan;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.pipeline.SinkFields;
import dev.rowan.engine.startup.RunEnvironment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks what a run does before its first row: sources and local transforms can be opened, sinks are accessible.
/// Nothing is written, and nothing is read that can be read only once.
///
/// Owned by one thread.
public final class AccessCheck {
    private final Pipeline pipeline;
    private final PlanSetup setup;
    private final List<Access> checked = new ArrayList<>();

    private AccessCheck(Pipeline pipeline, PlanSetup setup) {
        this.pipeline = pipeline;
        this.setup = setup;
    }

    /// A source, transform or sink: `who` names it, `message` says what it can access, or why not.
    public record Access(String who, boolean ok, String message) {}

    /// All of them, in the order of the pipeline; of transforms only those that cannot be opened. Secrets that are
    /// missing for calls are listed with the pipeline.
    public static List<Access> of(Pipeline pipeline, RunEnvironment environment, Time time)
            throws InterruptedException {
        var check = new AccessCheck(pipeline, new PlanSetup(environment, time));
        RowFields fields = check.sources();
        check.transforms();
        check.sinks(fields);
        return List.copyOf(check.checked);
    }

    /// The fields of the rows, if all sources can be read.
    private RowFields sources() throws InterruptedException {
        Optional<RowFields> all = Optional.empty();
        boolean known = true;
        for (SourceNode node : pipeline.sources()) {
            try {
                RowFields fields = read(node.source());
                all = Optional.of(all.map(before -> before.or(fields)).orElse(fields));
                checked.add(new Access(
                        node.title(),
                        true,
                        node.source().describe()
                                + (node.source().isTransient()
                                        ? " is not checked: only a run reads it"
                                        : " can be read")));
            } catch (IOException e) {
                known = false;
                checked.add(new Access(node.title(), false, String.valueOf(e.getMessage())));
            }
        }
        return known ? all.orElse(RowFields.UNKNOWN) : RowFields.UNKNOWN;
    }

    private RowFields read(Source source) throws IOException, InterruptedException {
        source.prepare(setup.forSource());
        if (source.isTransient()) {
            return RowFields.UNKNOWN;
        }
        try (source) {
            source.open();
            return source.fields();
        }
    }

    private void transforms() throws InterruptedException {
        for (TransformNode node : pipeline.transforms()) {
            try {
                open(node);
            } catch (IOException e) {
                checked.add(new Access("transform '" + node.name() + "'", false, String.valueOf(e.getMessage())));
            }
        }
        setup.missing().forEach(missing -> checked.add(new Access("pipeline", false, missing)));
    }

    private void open(TransformNode node) throws IOException, InterruptedException {
        Transform transform = node.transform();
        transform.prepare(setup.forTransforms());
        if (!PipelinePlanner.callsOut(node)) {
            try (transform) {
                transform.open();
            }
        }
    }

    private void sinks(RowFields source) throws InterruptedException {
        boolean ordered = pipeline.run().order() == RunSettings.Order.INPUT;
        for (SinkNode node : pipeline.sinks()) {
            Sink sink = node.sink();
            Optional<String> problem;
            try {
                sink.prepare(setup.forSource());
                sink.identify(new Sink.Identity("", node.name(), ordered, false));
                sink.expect(SinkFields.known(pipeline, node.name(), () -> source));
                problem = sink.check(Sink.Existing.OVERWRITE);
            } catch (IOException e) {
                problem = Optional.of(String.valueOf(e.getMessage()));
            }
            checked.add(new Access(
                    "sink '" + node.name() + "'",
                    problem.isEmpty(),
                    problem.orElseGet(() -> sink.describe() + " is accessible")));
        }
    }
}
