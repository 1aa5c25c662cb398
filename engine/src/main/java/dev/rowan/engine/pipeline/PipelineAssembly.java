package dev.rowan.engine.pipeline;

import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.FieldType;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import dev.rowan.engine.pipeline.Pipeline.SinkCallSettings;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.landscape.open.Landscapes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Assembles a [Pipeline] from a settings tree, or reports all problems. Owned by one thread, used once.
public final class PipelineAssembly {
    private final PluginCatalog catalog;
    private final Path base;
    private final Problems problems;
    private final FileReferences files;

    private PipelineAssembly(PluginCatalog catalog, Path base, Problems problems) {
        this.catalog = catalog;
        this.base = base;
        this.problems = problems;
        this.files = new FileReferences(problems, base);
    }

    /// The origin of the settings, for the record: the text, and the file if any.
    public record Origin(String text, Path base, Optional<Path> file) {}

    /// Assembles the pipeline; a [ConfigException] has every problem found.
    public static Pipeline assemble(ConfigNode root, Origin origin, PluginCatalog catalog) {
        return assemble(root, origin, catalog, new Problems());
    }

    /// The same, with the problems found while reading the file.
    public static Pipeline assemble(ConfigNode root, Origin origin, PluginCatalog catalog, Problems problems) {
        return new PipelineAssembly(catalog, origin.base(), problems).assemble(root, origin);
    }

    /// Every part is read even when others have problems, so that all problems are found at once.
    private Pipeline assemble(ConfigNode root, Origin origin) {
        origin.file().ifPresent(own -> files.read(own, "the pipeline itself is"));
        files.readSecrets(root);
        Optional<Section> file = check(root, PipelineShape.FILE);
        Optional<RunSettings> run =
                file.flatMap(top -> top.section(PipelineShape.RUN)).map(RunSettings::from);
        NetworkSettings network = file.flatMap(top -> top.section(PipelineShape.NETWORK))
                .map(NetworkSettings::from)
                .orElse(NetworkSettings.USUAL);
        network.files().forEach(one -> files.read(one, "the network section reads"));
        Map<String, ConfigNode> sourceEntries = sourceEntries(root);
        var sources = new ArrayList<SourceNode>();
        sourceEntries.forEach((name, node) -> source(name, node).ifPresent(sources::add));
        boolean hasDeadline = run.flatMap(RunSettings::deadline).isPresent();
        NodeEntries entries = NodeEntries.of(root, problems);
        var names = new SinkNames(problems, root);
        var targets = new TargetNames(entries, names.declared(), names.output(), problems);
        List<TransformNode> transforms = entries.list().stream()
                .flatMap(entry -> node(entry, targets, hasDeadline).stream())
                .toList();
        var starts = new LinkedHashMap<String, Target>();
        sourceEntries.forEach((name, node) -> starts.put(name, targets.start(child(node, PipelineShape.TO))));
        Graph graph = new GraphAssembly(entries, targets, new BranchAssembly(base, problems)).build(starts, transforms);
        new GraphCheck(graph, entries, problems).check(names.declared(), targets.hasUnknown());
        new RowOrderCheck(graph, entries, problems).check(transforms, sources);
        List<SinkNode> sinks = child(root, PipelineShape.SINKS).map(this::sinks).orElse(List.of());
        new LaggingSinkCheck(graph, transforms, new SettingLocations(root), problems).check(sinks);
        new ErrorSinkCheck(new SettingLocations(root), problems).check(sinks, usedSinks(targets, sources));
        if (run.filter(settings -> settings.order() == RunSettings.Order.NONE).isPresent()) {
            checkUnordered(sinks, new SettingLocations(root));
        }
        Optional<Section> record = file.flatMap(top -> top.section(PipelineShape.LANDSCAPE));
        Optional<String> landscape = record.map(this::landscape);
        Optional<SecretReference> signingKey = record.flatMap(section -> section.find(PipelineShape.SIGNING_KEY));
        Optional<NotifySettings> notifications =
                file.flatMap(top -> top.section(PipelineShape.NOTIFY)).flatMap(NotifySettings::from);
        names.check(targets, entries);
        problems.throwIfAny();
        RunSettings settings = run.orElseThrow();
        return new Pipeline(
                settings.name().orElseGet(() -> nameOf(origin)),
                settings,
                sources,
                graph.hasErrorNodes()
                        ? transforms.stream().map(PipelineAssembly::withError).toList()
                        : transforms,
                sinks,
                names.output(),
                graph,
                landscape,
                signingKey,
                network,
                origin.text(),
                origin.file(),
                notifications);
    }

    /// Lets a strict schema accept the field `_error`, which rows have behind an error edge.
    private static TransformNode withError(TransformNode node) {
        RowSchema schema = node.schema();
        boolean named = schema.fields().stream().anyMatch(field -> field.name().equals(ErrorField.NAME));
        if (schema.mode() == RowSchema.Mode.FREE || named) {
            return node;
        }
        var fields = new ArrayList<>(schema.fields());
        fields.add(new RowSchema.Field(ErrorField.NAME, FieldType.ANY, true));
        return node.with(new RowSchema(schema.mode(), fields));
    }

    static Optional<ConfigNode> child(ConfigNode node, Option<?> key) {
        return node instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? Optional.ofNullable(entries.get(key.name())).map(ConfigNode.Entry::value)
                : Optional.empty();
    }

    private Optional<Section> check(ConfigNode node, Options options) {
        return Section.check(node, options, base, problems);
    }

    private static String nameOf(Origin origin) {
        Path folder = origin.base().toAbsolutePath().normalize().getFileName();
        return folder == null ? "pipeline" : folder.toString();
    }

    private String landscape(Section section) {
        String url = section.get(PipelineShape.URL);
        Landscapes.problem(url, base).ifPresent(problem -> section.problem(PipelineShape.URL, problem));
        return url;
    }

    /// The sources by name, empty for the only one.
    private Map<String, ConfigNode> sourceEntries(ConfigNode root) {
        Optional<ConfigNode> one = child(root, PipelineShape.SOURCE);
        Optional<ConfigNode> several = child(root, PipelineShape.SOURCES);
        if (one.isPresent() && several.isPresent()) {
            problems.add("config.rule", several.get(), "must be omitted: there is a 'source' already");
        } else if (one.isEmpty() && several.isEmpty() && root instanceof ConfigNode.Mapping) {
            problems.add(
                    "config.missing_key",
                    root,
                    "needs '" + PipelineShape.SOURCE.name() + "'",
                    Optional.of(PipelineShape.SOURCE.description()));
        }
        if (several.isEmpty()) {
            return one.map(node -> Map.of("", node)).orElse(Map.of());
        }
        if (!(several.get() instanceof ConfigNode.Mapping(var _, var _, var entries)) || entries.isEmpty()) {
            problems.add(
                    "config.type",
                    several.get(),
                    "must be a mapping of source names to sources, got "
                            + several.get().found());
            return Map.of();
        }
        var sources = new LinkedHashMap<String, ConfigNode>();
        entries.forEach((name, entry) -> sources.put(name, entry.value()));
        return sources;
    }

    private Optional<SourceNode> source(String name, ConfigNode node) {
        return entry(
                        node,
                        PipelineShape.SOURCE_ENTRY,
                        plugin -> find("source", plugin, catalog.source(plugin), catalog.sourceNames(), node))
                .map(found -> new SourceNode(
                        Optional.of(name).filter(given -> !given.isEmpty()),
                        found.plugin(),
                        found.plugin().configure(found.options()),
                        OnError.of(found.options().find(PipelineShape.ON_ERROR)),
                        fingerprint(found),
                        () -> found.plugin().configure(found.options())))
                .map(source -> {
                    source.source().file().ifPresent(file -> files.read(file, "the " + source.title() + " reads"));
                    files.read(source.source());
                    return source;
                });
    }

    private Optional<TransformNode> node(NodeEntry entry, TargetNames targets, boolean hasDeadline) {
        OnError onError = targets.onError(GraphCheck.onError(entry));
        if (entry.isTransform() && entry.aggregate().isPresent()) {
            return new AggregateAssembly(catalog, base, problems).read(entry, onError);
        }
        if (entry.isTransform()) {
            return transform(entry, onError, hasDeadline);
        }
        return entry.gate().isPresent()
                ? new GateAssembly(base, problems).read(entry, onError)
                : Optional.of(new BranchAssembly(base, problems).node(entry, onError));
    }

    private Optional<TransformNode> transform(NodeEntry entry, OnError onError, boolean hasDeadline) {
        ConfigNode node = entry.node();
        return entry(
                        node,
                        PipelineShape.TRANSFORM_ENTRY,
                        name -> find("transform", name, catalog.transform(name), catalog.transformNames(), node))
                .map(found -> {
                    Section options = found.options();
                    Transform transform = found.plugin().configure(options);
                    String name = entry.name();
                    transform.files().forEach(file -> files.read(file, "transform '" + name + "' reads"));
                    transform.sources().forEach(source -> {
                        source.file().ifPresent(file -> files.read(file, "transform '" + name + "' reads"));
                        files.read(source);
                    });
                    return new TransformNode(
                            entry.index(),
                            name,
                            new NodePlugin.Installed(found.plugin()),
                            transform,
                            onError,
                            options.find(PipelineShape.SCHEMA).orElse(RowSchema.DYNAMIC),
                            options.section(PipelineShape.RETRY)
                                    .map(RetryPolicy::from)
                                    .orElse(RetryPolicy.USUAL),
                            delivery(found.plugin(), options),
                            pool(found.plugin(), options),
                            batch(found.plugin(), transform, options, hasDeadline),
                            SettingsFingerprint.of(
                                    options.node(), found.plugin().options(), transform.files()),
                            TunableOptions.of(options.node(), found.plugin().options()));
                });
    }

    private static DeliveryPolicy delivery(TransformPlugin plugin, Section options) {
        return PipelineShape.choosesDelivery(plugin) ? DeliveryPolicy.from(options) : DeliveryPolicy.usual();
    }

    private static Optional<PoolConfig> pool(TransformPlugin plugin, Section options) {
        return plugin.capabilities().contains(Capability.CALLS_OUT)
                ? Optional.of(PoolConfig.from(options))
                : Optional.empty();
    }

    private static BatchSettings batch(
            TransformPlugin plugin, Transform transform, Section options, boolean hasDeadline) {
        if (!PipelineShape.batches(plugin)) {
            return BatchSettings.REALTIME;
        }
        Optional<BatchCapable> batched = transform instanceof BatchCapable by ? Optional.of(by) : Optional.empty();
        return BatchSettings.from(
                options,
                batched.flatMap(BatchCapable::batchLimits),
                batched.flatMap(BatchCapable::batchProblem),
                provider(plugin, options),
                hasDeadline);
    }

    /// The provider's name for messages: the option `provider`, or the plugin.
    private static String provider(TransformPlugin plugin, Section options) {
        return child(options.node(), Option.text("provider"))
                .map(given -> given instanceof ConfigNode.Scalar(var _, var _, String name) ? name : plugin.name())
                .orElse(plugin.name());
    }

    private List<SinkNode> sinks(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries)) || entries.isEmpty()) {
            problems.add("config.type", node, "must be a mapping of sink names to sinks, got " + node.found());
            return List.of();
        }
        var sinks = new ArrayList<SinkNode>();
        entries.forEach((name, entry) -> {
            ConfigNode item = entry.value();
            if (name.equals(OnError.DISCARD)) {
                problems.add("config.reserved_name", item, "'discard' is reserved and cannot be a sink name");
            }
            entry(
                            item,
                            PipelineShape.SINK_ENTRY,
                            plugin -> find("sink", plugin, catalog.sink(plugin), catalog.sinkNames(), item))
                    .map(found -> new SinkNode(
                            name,
                            found.plugin(),
                            found.plugin().configure(found.options()),
                            found.entry().get(PipelineShape.KEEP_ERROR),
                            OnError.of(found.options().find(PipelineShape.REFUSED)),
                            fingerprint(found),
                            sinkCalls(found)))
                    .ifPresent(sink -> {
                        sink.sink().file().ifPresent(file -> files.write(file, item));
                        if (sink.sink().isStandardOutput()
                                && sinks.stream().anyMatch(other -> other.sink().isStandardOutput())) {
                            problems.add(
                                    "config.same_file", item, "another sink writes standard output; choose a file");
                        }
                        sinks.add(sink);
                    });
        });
        return sinks;
    }

    /// The sinks that get rows from a source or transform.
    private static Set<String> usedSinks(TargetNames targets, List<SourceNode> sources) {
        var used = new HashSet<>(targets.used());
        sources.forEach(source -> {
            if (source.onError() instanceof OnError.ToSink(String name)) {
                used.add(name);
            }
        });
        return used;
    }

    private void checkUnordered(List<SinkNode> sinks, SettingLocations places) {
        for (SinkNode node : sinks) {
            node.sink()
                    .orderProblem()
                    .ifPresent(problem -> problems.add(
                            "config.rule", places.sink(node.name(), List.of()), problem, Optional.empty()));
        }
    }

    private static Optional<SinkCallSettings> sinkCalls(Found<SinkPlugin> found) {
        return PipelineShape.makesCalls(found.plugin())
                ? Optional.of(new SinkCallSettings(
                        found.options()
                                .section(PipelineShape.RETRY)
                                .map(RetryPolicy::from)
                                .orElse(RetryPolicy.USUAL),
                        PoolConfig.from(found.options())))
                : Optional.empty();
    }

    /// An entry with its plugin and checked options.
    private record Found<P extends Plugin>(P plugin, Section entry, Section options) {}

    private static String fingerprint(Found<? extends Plugin> found) {
        return SettingsFingerprint.of(found.options().node(), found.plugin().options());
    }

    /// The options are checked even if the entry itself has problems, if its plugin is known.
    private <P extends Plugin> Optional<Found<P>> entry(
            ConfigNode node, Options keys, Function<String, Optional<P>> find) {
        Optional<Section> entry = check(node, keys);
        Optional<P> plugin = child(node, PipelineShape.PLUGIN)
                .flatMap(name -> name instanceof ConfigNode.Scalar(var _, var _, String text)
                        ? find.apply(text)
                        : Optional.empty());
        if (plugin.isEmpty()) {
            return Optional.empty();
        }
        ConfigNode options = withOnError(
                node,
                child(node, PipelineShape.PLUGIN_OPTIONS)
                        .orElseGet(() -> new ConfigNode.Mapping(node.location(), node.path() + ".options", Map.of())));
        Optional<Section> checked = check(options, plugin.get().options().and(PipelineShape.common(plugin.get())));
        return entry.flatMap(e -> checked.map(o -> new Found<>(plugin.get(), e, o)));
    }

    /// An `on_error` beside the options counts as one of them.
    private ConfigNode withOnError(ConfigNode node, ConfigNode options) {
        String key = PipelineShape.ON_ERROR.name();
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var beside))
                || !beside.containsKey(key)
                || !(options instanceof ConfigNode.Mapping(var place, var path, var entries))) {
            return options;
        }
        if (entries.containsKey(key)) {
            problems.add(
                    "config.rule", beside.get(key).value(), "must be omitted: the options have an on_error already");
            return options;
        }
        var all = new LinkedHashMap<>(entries);
        all.put(key, beside.get(key));
        return new ConfigNode.Mapping(place, path, all);
    }

    private <P> Optional<P> find(String kind, String name, Optional<P> plugin, List<String> known, ConfigNode entry) {
        if (plugin.isEmpty()) {
            boolean aggregator =
                    kind.equals("transform") && catalog.aggregator(name).isPresent();
            problems.add(
                    "config.unknown_plugin",
                    child(entry, PipelineShape.PLUGIN).orElse(entry),
                    aggregator
                            ? "'" + name + "' is an aggregator, and needs an 'aggregate' next to it"
                            : "unknown " + kind + " plugin '" + name + "'",
                    NearName.hint(name, known).or(() -> Optional.of("available: " + String.join(", ", known))));
        }
        return plugin;
    }
}
