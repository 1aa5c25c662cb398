package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.pool.PoolConfig;
import java.util.Map;

/// The keys of a pipeline file, except those of plugins.
public final class PipelineShape {
    static final Option<ConfigNode> RUN = Option.nested("run", RunSettings.OPTIONS)
            .orElse(ConfigNode.of(Map.of()))
            .describedAs("scheduling and limits of the run");
    static final Option<ConfigNode> SOURCE = any("source", "the source of rows");
    static final Option<ConfigNode> TRANSFORMS =
            any("transforms", "the transforms, in order").optional();
    static final Option<ConfigNode> SINKS = any("sinks", "the sinks, by name");

    static final Option<String> URL = Option.text("url")
            .orElse("sqlite:rowan.db")
            .describedAs("the audit database: sqlite:FILE or postgresql://USER:PASSWORD@HOST:PORT/DATABASE");
    static final Option<SecretReference> SIGNING_KEY = SecretOption.named("signing_key")
            .optional()
            .describedAs("the Ed25519 key that signs the run's heads, see `rowan keygen`");
    static final Option<ConfigNode> LANDSCAPE =
            Option.nested("landscape", Options.of(URL, SIGNING_KEY)).optional().describedAs("the audit database");

    static final Option<ConfigNode> NETWORK = Option.nested("network", NetworkSettings.OPTIONS)
            .optional()
            .describedAs("allowed private addresses, and TLS settings");

    static final Option<ConfigNode> NOTIFY = Option.nested("notify", NotifySettings.OPTIONS)
            .optional()
            .describedAs("notifications when batch jobs end or are held, and when the run ends");

    static final Option<String> PLUGIN = Option.text("plugin").describedAs("plugin name");
    static final Option<String> NAME =
            Option.text("name").optional().describedAs("node name in reports; default: the plugin name");
    static final Option<ConfigNode> PLUGIN_OPTIONS =
            any("options", "plugin settings").optional();

    static final Option<String> ON_ERROR =
            Option.text("on_error").optional().describedAs("the sink for failed rows, or 'discard'");
    static final Option<RowSchema> SCHEMA = RowSchema.option("schema");
    static final Option<ConfigNode> RETRY = Option.nested("retry", RetryPolicy.OPTIONS)
            .optional()
            .describedAs("retries of a row after a transient error");

    /// The file's top level.
    public static final Options FILE = Options.of(RUN, SOURCE, TRANSFORMS, SINKS, LANDSCAPE, NETWORK, NOTIFY);
    /// The keys of a source, without its plugin's options.
    public static final Options SOURCE_ENTRY = Options.of(PLUGIN, PLUGIN_OPTIONS);
    /// The keys of a transform, without its plugin's options.
    public static final Options TRANSFORM_ENTRY = Options.of(PLUGIN, NAME, PLUGIN_OPTIONS);
    /// The keys of a sink, without its plugin's options.
    public static final Options SINK_ENTRY = Options.of(PLUGIN, PLUGIN_OPTIONS);
    /// The engine's options of every source.
    private static final Options SOURCE_COMMON = Options.of(ON_ERROR);
    /// The engine's options of every transform.
    private static final Options TRANSFORM_COMMON = Options.of(ON_ERROR, SCHEMA, RETRY);

    /// The engine's options of a plugin: more if a transform calls a service.
    public static Options common(Plugin plugin) {
        return switch (plugin) {
            case SourcePlugin _ -> SOURCE_COMMON;
            case TransformPlugin transform ->
                transform.capabilities().contains(Capability.CALLS_OUT)
                        ? TRANSFORM_COMMON
                                .and(PoolConfig.OPTIONS)
                                .and(choosesDelivery(transform) ? DeliveryPolicy.OPTIONS : DeliveryPolicy.NO_CHOICE)
                                .and(batches(transform) ? BatchSettings.OPTIONS : Options.of())
                        : TRANSFORM_COMMON;
            case AggregatorPlugin _, SinkPlugin _ -> Options.of();
        };
    }

    /// Whether this transform has a delivery policy, since its calls are not idempotent.
    static boolean choosesDelivery(TransformPlugin plugin) {
        return plugin.capabilities().contains(Capability.CALLS_OUT)
                && !plugin.capabilities().contains(Capability.SAFE_TO_REPEAT);
    }

    /// Whether this transform's calls may be sent through a batch service.
    static boolean batches(TransformPlugin plugin) {
        return plugin.capabilities().contains(Capability.BATCHES);
    }

    private PipelineShape() {}

    private static Option<ConfigNode> any(String name, String description) {
        return Option.<ConfigNode>free(name, description, Map.of(), Option.Reading.Value::new)
                .describedAs(description);
    }
}
