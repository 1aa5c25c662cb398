package dev.rowan.engine.pipeline;

import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.pool.PoolConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pipeline ready to run once: settings read, plugins configured, every name resolved. Nothing is open yet. `told`
/// is the notification target.
public record Pipeline(
        String name,
        RunSettings run,
        SourceNode source,
        List<TransformNode> transforms,
        List<SinkNode> sinks,
        String outputSink,
        Optional<String> landscape,
        Optional<SecretReference> signingKey,
        NetworkSettings network,
        String configuration,
        Optional<Path> file,
        Optional<NotifySettings> told) {

    /// A pipeline without notifications.
    public Pipeline(
            String name,
            RunSettings run,
            SourceNode source,
            List<TransformNode> transforms,
            List<SinkNode> sinks,
            String outputSink,
            Optional<String> landscape,
            Optional<SecretReference> signingKey,
            NetworkSettings network,
            String configuration,
            Optional<Path> file) {
        this(
                name,
                run,
                source,
                transforms,
                sinks,
                outputSink,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                Optional.empty());
    }

    public Pipeline {
        transforms = List.copyOf(transforms);
        sinks = List.copyOf(sinks);
    }

    /// The same with other run settings.
    public Pipeline with(RunSettings settings) {
        return new Pipeline(
                name,
                settings,
                source,
                transforms,
                sinks,
                outputSink,
                landscape,
                signingKey,
                network,
                configuration,
                file,
                told);
    }

    /// Whether a sink writes its rows to the program's standard output.
    public boolean writesStandardOutput() {
        return sinks.stream().anyMatch(node -> node.sink().isStandardOutput());
    }

    /// The source; `onError` is where unreadable records go.
    public record SourceNode(SourcePlugin plugin, Source source, OnError onError, String optionsSha256) {}

    /// A transform with its engine settings. `index` is its position in the pipeline, from 0; `pool` is present if
    /// it calls a service; `batch` is how its calls are sent. `optionsSha256` covers the options that affect
    /// results, `tuning` are the others.
    public record TransformNode(
            int index,
            String name,
            TransformPlugin plugin,
            Transform transform,
            OnError onError,
            RowSchema schema,
            RetryPolicy retry,
            DeliveryPolicy delivery,
            Optional<PoolConfig> pool,
            BatchSettings batch,
            String optionsSha256,
            Map<String, String> tuning) {
        public TransformNode {
            tuning = Map.copyOf(tuning);
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

    /// A named sink.
    public record SinkNode(String name, SinkPlugin plugin, Sink sink, String optionsSha256) {}
}
