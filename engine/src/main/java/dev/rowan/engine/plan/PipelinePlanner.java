package dev.rowan.engine.plan;

import dev.rowan.api.Outcome;
import dev.rowan.api.Time;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.TokenCountRequest;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.feed.SourceSequence.SourcedItem;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.startup.RowCount;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.stop.ResourceCloser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Plans what a pipeline would send for its rows without sending anything: opens the source and local transforms,
/// but no sink, no landscape and no connection.
///
/// Owned by one thread.
public final class PipelinePlanner implements AutoCloseable {
    private final Pipeline pipeline;
    private final SourceSequence source;
    private final Time time;
    private final PlanSetup setup;
    private final ResourceCloser closing;
    private long rowsRead;
    private Optional<String> lastSource = Optional.empty();

    private PipelinePlanner(
            Pipeline pipeline, SourceSequence source, Time time, PlanSetup setup, ResourceCloser closing) {
        this.pipeline = pipeline;
        this.source = source;
        this.time = time;
        this.setup = setup;
        this.closing = closing;
    }

    /// Prepares the plugins and opens the source. Missing secrets are listed in [#missing]; anything else missing
    /// is a [PluginException].
    public static PipelinePlanner open(Pipeline pipeline, RunEnvironment surroundings, Time time)
            throws IOException, InterruptedException {
        var setup = new PlanSetup(surroundings, time);
        prepare(pipeline, setup);
        var closing = new ResourceCloser();
        var source = new SourceSequence(pipeline.sources());
        try {
            RowCount.count(pipeline, setup.forSource());
            source.open();
            closing.add(source);
            for (TransformNode node : pipeline.transforms()) {
                if (!callsOut(node)) {
                    node.transform().open();
                    closing.add(node.transform());
                }
            }
        } catch (IOException | RuntimeException failed) {
            closing.close();
            throw failed;
        }
        return new PipelinePlanner(pipeline, source, time, setup, closing);
    }

    private static void prepare(Pipeline pipeline, PlanSetup setup) throws IOException, InterruptedException {
        List<String> problems = new ArrayList<>();
        for (SourceNode node : pipeline.sources()) {
            try {
                node.source().prepare(setup.forSource());
            } catch (PluginException missing) {
                problems.add(node.title() + ": " + missing.getMessage());
            }
        }
        PluginSetup forTransforms = setup.forTransforms();
        for (TransformNode node : pipeline.transforms()) {
            try {
                node.transform().prepare(forTransforms);
            } catch (PluginException missing) {
                problems.add("transform '" + node.name() + "': " + missing.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }

    static boolean callsOut(TransformNode node) {
        return node.plugin().capabilities().contains(Capability.CALLS_OUT);
    }

    /// The next record of the source; empty at its end.
    public Optional<Source.Item> read() throws IOException, InterruptedException {
        Optional<SourcedItem> read = source.next();
        if (read.isPresent()) {
            rowsRead++;
            lastSource = read.get().source();
        }
        return read.map(SourcedItem::item);
    }

    public long rowsRead() {
        return rowsRead;
    }

    /// The fraction of the source that was read, if its size is known.
    public OptionalDouble shareRead() {
        long size = source.size().orElse(0);
        long progress = source.progress();
        return size > 0 && progress > 0
                ? OptionalDouble.of(Math.min(1.0, (double) progress / size))
                : OptionalDouble.empty();
    }

    /// The plan of the record that was read last.
    public PlannedRow plan(Source.Item item) throws InterruptedException {
        return switch (item) {
            case Source.Item.Record(var position, var row, var id) ->
                new PlannedRow(rowsRead, position, id, RowPlanner.walk(pipeline, time, rowsRead, lastSource, row));
            case Source.Item.Unreadable(var position, var reason, var _) -> {
                var end = RowPlanner.stopped(
                        lastSource.orElse("source"),
                        reason,
                        Outcome.QUARANTINED,
                        pipeline.source(lastSource).onError());
                yield new PlannedRow(
                        rowsRead, position, Optional.empty(), List.of(new Part(0, "", List.of(), end, List.of())));
            }
        };
    }

    /// Messages about missing secrets.
    public List<String> missing() {
        return setup.missing();
    }

    /// Removes known secrets from displayed text.
    public Redaction redaction() {
        return setup.redaction();
    }

    /// Whether the built-in simulator is called.
    public boolean simulated() {
        return setup.simulated();
    }

    Optional<URI> simulatedAt() {
        return setup.simulatedAt();
    }

    /// The provider's own count; empty if it has none. A request that fails is an [UncheckedIOException].
    OptionalLong countTokens(Optional<TokenCountRequest> request) {
        if (request.isEmpty()) {
            return OptionalLong.empty();
        }
        WireReply reply = setup.wire().exchange(request.get().request());
        OptionalLong tokens = reply instanceof WireReply.Complete complete && complete.status() == 200
                ? request.get().reader().apply(complete)
                : OptionalLong.empty();
        if (tokens.isEmpty()) {
            String found = reply instanceof WireReply.Complete complete ? "status " + complete.status() : "no reply";
            throw new UncheckedIOException(new PluginException("cannot count tokens at "
                    + request.get().request().uri() + ": " + found + "; omit '--count exact'"));
        }
        return tokens;
    }

    @Override
    public void close() {
        closing.close();
    }
}
