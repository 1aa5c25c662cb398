package dev.rowan.engine.pipeline;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pool.PoolConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// A pipeline ready to run once: settings read, plugins configured, every name resolved. Nothing is open yet.
/// `notifySettings`
/// is the notification target.
public record Pipeline(
        String name,
        RunSettings run,
        List<SourceNode> sources,
        List<TransformNode> transforms,
        List<SinkNode> sinks,
        String outputSink,
        Graph graph,
        Optional<String> landscape,
        Optional<SecretReference> signingKey,
        NetworkSettings network,
        String configuration,
        Optional<Path> file,
        Optional<NotifySettings> notifySettings) {

    private static final int DEFAULT_MAX_ROW_TOKENS = 10_000;

    public Pipeline {
        sources = List.copyOf(sources);
        transforms = List.copyOf(transforms);
        sinks = List.copyOf(sinks);
    }

    /// The same with other run settings.
    public Pipeline with(RunSettings settings) {
        return new Pipeline(
                name,
                settings,
                sources,
                transforms,
                sinks,
                outputSink,
                graph,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                notifySettings);
    }

    /// The same with other sources of the same names.
    public Pipeline withSources(List<SourceNode> others) {
        return new Pipeline(
                name,
                run,
                others,
                transforms,
                sinks,
                outputSink,
                graph,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                notifySettings);
    }

    /// How many tokens a row may have.
    public int maxRowTokens() {
        return run.maxRowTokens().orElse(graph.hasBranches() ? DEFAULT_MAX_ROW_TOKENS : Integer.MAX_VALUE);
    }

    /// Whether a sink writes its rows to the program's standard output.
    public boolean writesStandardOutput() {
        return sinks.stream().anyMatch(node -> node.sink().isStandardOutput());
    }

    /// A source that cannot be read again, such as standard input.
    public Optional<Source> transientSource() {
        return sources.stream()
                .map(SourceNode::source)
                .filter(Source::isTransient)
                .findFirst();
    }

    /// The same with other transforms at the same nodes.
    public Pipeline withTransforms(List<TransformNode> others) {
        return new Pipeline(
                name,
                run,
                sources,
                others,
                sinks,
                outputSink,
                graph,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                notifySettings);
    }

    /// The same with other sinks of the same names.
    public Pipeline withSinks(List<SinkNode> others) {
        return new Pipeline(
                name,
                run,
                sources,
                transforms,
                others,
                outputSink,
                graph,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                notifySettings);
    }

    /// A source, with its name if the file has several; `onError` is where unreadable records go.
    /// `copy` configures another source with the same settings.
    public record SourceNode(
            Optional<String> name,
            SourcePlugin plugin,
            Source source,
            OnError onError,
            String optionsSha256,
            Supplier<Source> copy) {
        /// The name in [Graph#starts].
        public String key() {
            return name.orElse("");
        }

        /// The name in messages: `source 'mail'`.
        public String title() {
            return name.map(given -> "source '" + given + "'").orElse("source");
        }

        /// The same with another source.
        public SourceNode with(Source other) {
            return new SourceNode(name, plugin, other, onError, optionsSha256, copy);
        }
    }

    /// The source of this name; the first if there is none.
    public SourceNode source(Optional<String> named) {
        return sources.stream()
                .filter(source -> source.name().equals(named))
                .findFirst()
                .orElse(sources.getFirst());
    }

    /// A transform with its engine settings. `index` is its number in the graph, from 0; `pool` is present if
    /// it calls a service; `batch` is how its calls are sent. `optionsSha256` covers the options that affect
    /// results, `tuning` are the others.
    public record TransformNode(
            int index,
            String name,
            NodePlugin plugin,
            Transform transform,
            OnError onError,
            RowSchema schema,
            RetryPolicy retry,
            DeliveryPolicy delivery,
            Optional<PoolConfig> pool,
            BatchSettings batch,
            String optionsSha256,
            Map<String, String> tuning) {
        /// Failures of a safety node that are no verdict on the row.
        private static final Set<String> UNCHECKED = Set.of("malformed_response", "api_error");

        public TransformNode {
            tuning = Map.copyOf(tuning);
        }

        /// Whether tokens may wait here, for a service or for other rows.
        public boolean waits() {
            return plugin.capabilities().contains(Capability.CALLS_OUT) || transform instanceof BatchTransform;
        }

        /// The node where a token continues that failed so: an indeterminate one nowhere, and one that a safety node
        /// stopped only with a real verdict.
        public Optional<Target> errorNode(Reason reason, TransformResult.Verdict verdict) {
            boolean passes = verdict != TransformResult.Verdict.INDETERMINATE
                    && (!(transform instanceof Guardrail)
                            || (verdict == TransformResult.Verdict.BLOCKED && !UNCHECKED.contains(reason.code())));
            return onError instanceof OnError.ToNode(int to) && passes
                    ? Optional.of(new Target.Node(to))
                    : Optional.empty();
        }

        /// The same with another transform.
        public TransformNode with(Transform other) {
            return new TransformNode(
                    index, name, plugin, other, onError, schema, retry, delivery, pool, batch, optionsSha256, tuning);
        }

        /// The same with another edge for failed rows, and calls in realtime.
        public TransformNode inRealtime(OnError other) {
            return new TransformNode(
                    index,
                    name,
                    plugin,
                    transform,
                    other,
                    schema,
                    retry,
                    delivery,
                    pool,
                    BatchSettings.REALTIME,
                    optionsSha256,
                    tuning);
        }

        /// The same with another schema.
        TransformNode with(RowSchema other) {
            return new TransformNode(
                    index,
                    name,
                    plugin,
                    transform,
                    onError,
                    other,
                    retry,
                    delivery,
                    pool,
                    batch,
                    optionsSha256,
                    tuning);
        }

        /// The transform as batch-capable, if its provider has a batch service.
        public Optional<BatchCapable> batched() {
            return transform instanceof BatchCapable batched
                            && batched.batchLimits().isPresent()
                    ? Optional.of(batched)
                    : Optional.empty();
        }

        /// Whether some or all of its calls are sent through the batch service.
        public boolean usesBatches() {
            return batch.mode() != BatchSettings.Mode.REALTIME && batched().isPresent();
        }
    }

    /// A named sink. `keepsError` is whether rows that continued after a failure keep the field `_error`; `onError` is
    /// where rows go that it refuses.
    public record SinkNode(
            String name,
            SinkPlugin plugin,
            Sink sink,
            boolean keepsError,
            OnError onError,
            String optionsSha256,
            Optional<SinkCallSettings> calls) {
        /// The same with another sink.
        public SinkNode with(Sink other) {
            return new SinkNode(name, plugin, other, keepsError, onError, optionsSha256, calls);
        }
    }

    /// How the requests of a sink are paced and retried.
    public record SinkCallSettings(RetryPolicy retry, PoolConfig pool) {}

    /// The sinks whose requests are recorded as calls, by the number of their node, which follows those of the
    /// transforms.
    public Map<Integer, SinkNode> callingSinks() {
        var calling = new TreeMap<Integer, SinkNode>();
        int next = transforms.stream().mapToInt(TransformNode::index).max().orElse(-1) + 1;
        for (SinkNode sink : sinks) {
            if (sink.calls().isPresent()) {
                calling.put(next++, sink);
            }
        }
        return calling;
    }
}
