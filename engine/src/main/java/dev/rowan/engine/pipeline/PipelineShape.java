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
import dev.rowan.engine.graph.Merge;
import dev.rowan.engine.pool.PoolConfig;
import java.time.Duration;
import java.util.Map;

/// The keys of a pipeline file, except those of plugins.
public final class PipelineShape {
    static final Option<ConfigNode> RUN = Option.nested("run", RunSettings.OPTIONS)
            .orElse(ConfigNode.of(Map.of()))
            .describedAs("scheduling and limits of the run");
    static final Option<ConfigNode> SOURCE = any("source", "the source of rows").optional();
    static final Option<ConfigNode> SOURCES = any(
                    "sources", "several sources by name, read one after another, in place of source")
            .optional();
    static final Option<ConfigNode> TRANSFORMS =
            any("transforms", "the nodes of the pipeline, in order").optional();
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
            Option.text("on_error").optional().describedAs("the sink or node for failed rows, or 'discard'");
    /// The same key of a sink.
    static final Option<String> REFUSED = Option.text(ON_ERROR.name())
            .optional()
            .describedAs("the sink for rows that this one rejects, or 'discard'");
    static final Option<RowSchema> SCHEMA = RowSchema.option("schema");
    static final Option<ConfigNode> RETRY = Option.nested("retry", RetryPolicy.OPTIONS)
            .optional()
            .describedAs("retries of a row after a transient error");

    static final Option<String> TO = Option.text("to")
            .optional()
            .describedAs(
                    "the next node, a sink or 'discard'; default: the next entry, or the output after the last one");

    static final Option<String> BY =
            Option.text("by").describedAs("a CEL expression over `row`; its result, true, false or a text, is a label");
    /// The JSON Schema of a target, which the schema of the file defines.
    private static final Map<String, Object> TARGET = Map.of("$ref", "#/$defs/target");

    static final Option<ConfigNode> ROUTES = any(
            "routes",
            Map.of("type", "object", "minProperties", 1L, "additionalProperties", TARGET),
            "by label: a node, a sink, 'discard' or a list of entries, the last of which continues to the entry"
                    + " after the gate");
    static final Option<ConfigNode> ELSE = any(
                    "else", TARGET, "the target of rows whose label has no route; default: they fail with no_route")
            .optional();
    static final Option<Boolean> OVERRIDES_SAFETY = Option.bool("overrides_safety")
            .orElse(false)
            .describedAs("whether rows that a safety node blocked may pass here to a normal sink");
    /// The keys of a gate.
    public static final Options GATE_KEYS = Options.of(BY, ROUTES, ELSE, ON_ERROR, OVERRIDES_SAFETY);
    static final Option<ConfigNode> GATE =
            Option.nested("gate", GATE_KEYS).describedAs("routes rows by an expression, in place of a plugin");

    static final Option<ConfigNode> FORK = any(
            "fork",
            Map.of("type", "object", "minProperties", 1L, "additionalProperties", TARGET),
            "sends a copy of the row along each branch, in place of a plugin: by name, a node, a sink, 'discard' or a list"
                    + " of entries");

    /// The policies of a join.
    enum Policy {
        ALL,
        ANY,
        QUORUM,
        BEST_EFFORT
    }

    /// How a join makes one row.
    enum MergeWord {
        UNION,
        NESTED,
        FIRST,
        LIST,
        ROWS
    }

    static final Option<String> OF = Option.text("of")
            .optional()
            .describedAs("the fork or expansion that the join closes; default: the nearest before it");
    static final Option<Policy> POLICY = Option.choice("policy", Policy.class)
            .orElse(Policy.ALL)
            .describedAs("when the join fires: all branches have arrived, any, count of them, or best_effort, all that"
                    + " were not lost");
    static final Option<Long> COUNT =
            Option.integer("count", 1, Integer.MAX_VALUE).optional().describedAs("branches that a quorum needs");
    static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .optional()
            .describedAs("the age at which a join with policy: best_effort fires with the branches that have arrived");
    static final Option<MergeWord> MERGE = Option.choice("merge", MergeWord.class)
            .optional()
            .describedAs(
                    "how the branches become one row: union of their changes; nested, by branch; the first branch's"
                            + " row; or a list under 'as'. With rows, each continues on its own. Default: union, after an"
                            + " expansion list");
    static final Option<Merge.Collision> COLLISION = Option.choice("collision", Merge.Collision.class)
            .orElse(Merge.Collision.FAIL)
            .describedAs("which value wins if two branches set a field differently, with merge: union");
    static final Option<String> AS = Option.text("as").orElse("items").describedAs("the field of merge: list");
    /// The keys of a join.
    static final Option<ConfigNode> JOIN = Option.nested(
                    "join", Options.of(OF, POLICY, COUNT, TIMEOUT, MERGE, COLLISION, AS, ON_ERROR))
            .describedAs("merges the branches of a fork or the rows of an expansion into one row");

    /// What an aggregate makes of a group.
    enum Emit {
        ONE,
        MEMBERS
    }

    static final Option<String> GROUP_BY = Option.text("by")
            .optional()
            .describedAs("a CEL expression over `row`: one group for each of its values; default: one group of all");
    static final Option<Long> GROUP_COUNT =
            Option.integer("count", 1).optional().describedAs("closes a group with this many members");
    static final Option<Duration> GROUP_TIMEOUT = Option.duration("timeout")
            .optional()
            .describedAs("closes a group this long after its first member entered");
    static final Option<String> WHEN = Option.text("when")
            .optional()
            .describedAs("a CEL expression over `count` and `bytes` of a group; true closes it");
    static final Option<Emit> EMIT = Option.choice("emit", Emit.class)
            .orElse(Emit.ONE)
            .describedAs("what continues: the row of the group, or each of its members with the group's values added");
    static final Option<Long> MAX_BYTES = Option.bytes("max_bytes")
            .orElse(64L << 20)
            .describedAs("memory for the values of all open groups; beyond it they are read back from the landscape");
    /// The keys of an aggregate.
    static final Options AGGREGATE_KEYS =
            Options.of(GROUP_BY, GROUP_COUNT, GROUP_TIMEOUT, WHEN, EMIT, MAX_BYTES, ON_ERROR);
    static final Option<ConfigNode> AGGREGATE = Option.nested("aggregate", AGGREGATE_KEYS)
            .describedAs("collects rows in groups; its plugin, an aggregator, turns each group into rows");

    static final Option<Boolean> KEEP_ERROR = Option.bool("keep_error")
            .orElse(false)
            .describedAs("whether rows that continued after a failure keep the field _error");

    /// The file's top level.
    public static final Options FILE = Options.of(RUN, SOURCE, SOURCES, TRANSFORMS, SINKS, LANDSCAPE, NETWORK, NOTIFY);
    /// The keys of a source, without its plugin's options.
    public static final Options SOURCE_ENTRY = Options.of(PLUGIN, PLUGIN_OPTIONS, TO);
    /// The keys of a transform, without its plugin's options.
    public static final Options TRANSFORM_ENTRY = Options.of(PLUGIN, NAME, PLUGIN_OPTIONS, TO, ON_ERROR);
    /// The keys of an entry that is a gate.
    public static final Options GATE_ENTRY = Options.of(GATE, NAME, TO);
    /// The keys of an entry that is a join.
    static final Options JOIN_ENTRY = Options.of(JOIN, NAME, TO);
    /// The keys of an entry that is an aggregate.
    static final Options AGGREGATE_ENTRY = Options.of(AGGREGATE, PLUGIN, NAME, PLUGIN_OPTIONS, TO, ON_ERROR);
    /// The keys of entries of `transforms` without a transform, by the key that tells them.
    public static final Map<String, Options> NODE_ENTRIES = Map.of(
            GATE.name(),
            GATE_ENTRY,
            FORK.name(),
            Options.of(FORK, NAME, TO),
            JOIN.name(),
            JOIN_ENTRY,
            AGGREGATE.name(),
            AGGREGATE_ENTRY);
    /// The keys of a sink, without its plugin's options.
    public static final Options SINK_ENTRY = Options.of(PLUGIN, PLUGIN_OPTIONS, KEEP_ERROR, REFUSED);
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
            case SinkPlugin sink ->
                makesCalls(sink) ? Options.of(REFUSED, RETRY).and(PoolConfig.OPTIONS) : Options.of(REFUSED);
            case AggregatorPlugin _ -> Options.of();
        };
    }

    /// Whether the requests of this sink are recorded, paced and retried like calls.
    static boolean makesCalls(SinkPlugin plugin) {
        return plugin.capabilities().contains(Capability.CALLS_OUT)
                && plugin.capabilities().contains(Capability.SAFE_TO_REPEAT);
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
        return any(name, Map.of(), description);
    }

    private static Option<ConfigNode> any(String name, Map<String, Object> schema, String description) {
        return Option.<ConfigNode>free(name, description, schema, Option.Reading.Value::new)
                .describedAs(description);
    }
}
