package dev.rowan.web.diagram;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.PipelineOutline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Reads a diagram from the settings of a file; invalid settings are tolerated.
public final class DiagramReader {
    private static final String UNKNOWN = "?";
    private static final Pattern SECRET =
            Pattern.compile("^(.*_)?(api_key|account_key|signing_key|connection_string|token|password|secret)$");
    private static final Pattern REFERENCE = Pattern.compile("^(file:|command:|.*\\$\\{)");

    private final List<Problem> problems;

    private DiagramReader(List<Problem> problems) {
        this.problems = List.copyOf(problems);
    }

    /// The sketch of the pipeline in `root`; `usual` is its name where the file gives none.
    public static Diagram read(ConfigNode root, List<Problem> problems, String usual) {
        return new DiagramReader(problems).sketch(root, usual);
    }

    private Diagram sketch(ConfigNode root, String usual) {
        String name = SettingText.child(root, "run")
                .flatMap(run -> SettingText.text(run, "name"))
                .orElse(usual);
        List<Diagram.Node> sinks = sinks(root);
        boolean named = sinks.stream().anyMatch(sink -> sink.name().equals("output"));
        String output = named || sinks.isEmpty() ? "output" : sinks.getFirst().name();
        PipelineOutline outline =
                PipelineOutline.of(root, sinks.stream().map(Diagram.Node::name).toList(), output);
        List<Diagram.Node> transforms = outline.nodes().stream()
                .map(node -> node(kind(node.kind()), node.settings(), _ -> node.name()))
                .toList();
        Map<String, Diagram.Node> sources = sources(root);
        return new Diagram(
                name,
                List.copyOf(sources.values()),
                transforms,
                sinks,
                output,
                outline.isChain() ? List.of() : new DiagramLinks(sources, transforms, sinks).of(outline));
    }

    private static Diagram.Kind kind(String word) {
        return Diagram.Kind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /// The sources by name, empty for the only one.
    private Map<String, Diagram.Node> sources(ConfigNode root) {
        var sources = new LinkedHashMap<String, Diagram.Node>();
        SettingText.child(root, "source")
                .ifPresent(source -> sources.put("", node(Diagram.Kind.SOURCE, source, plugin -> plugin)));
        if (SettingText.child(root, "sources").orElse(null)
                instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries)) {
            entries.forEach((name, entry) -> sources.put(name, node(Diagram.Kind.SOURCE, entry.value(), _ -> name)));
        }
        return sources;
    }

    private List<Diagram.Node> sinks(ConfigNode root) {
        if (!(SettingText.child(root, "sinks").orElse(null)
                instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries))) {
            return List.of();
        }
        var sinks = new ArrayList<Diagram.Node>();
        entries.forEach((name, entry) -> sinks.add(node(Diagram.Kind.SINK, entry.value(), _ -> name)));
        return sinks;
    }

    private Diagram.Node node(Diagram.Kind kind, ConfigNode node, UnaryOperator<String> name) {
        boolean structural = kind == Diagram.Kind.GATE || kind == Diagram.Kind.FORK || kind == Diagram.Kind.JOIN;
        String plugin =
                structural ? kind.word() : SettingText.text(node, "plugin").orElse(UNKNOWN);
        Optional<ConfigNode> options = SettingText.child(node, structural ? kind.word() : "options");
        OnError onError = kind == Diagram.Kind.SINK || kind == Diagram.Kind.FORK
                ? new OnError.Stay()
                : OnError.of(options.flatMap(all -> SettingText.text(all, "on_error"))
                        .or(() -> SettingText.text(node, "on_error")));
        return new Diagram.Node(
                kind,
                node.path(),
                name.apply(plugin),
                plugin,
                options.map(all -> NodeFacts.of(kind, all)).orElse(List.of()),
                onError,
                options.map(DiagramReader::settings).orElse(List.of()),
                wrong(node.path()));
    }

    private static List<Diagram.Setting> settings(ConfigNode options) {
        if (!(options instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries))) {
            return List.of();
        }
        return entries.entrySet().stream()
                .map(entry -> new Diagram.Setting(
                        entry.getKey(),
                        shown(entry.getKey(), text(entry.getValue().value()))))
                .toList();
    }

    /// Of targets, the labels; the entries of inline lists are nodes of their own.
    private static String text(ConfigNode value) {
        return switch (value) {
            case ConfigNode.Sequence(var _, var _, var items)
            when items.stream().anyMatch(DiagramReader::isEntry) -> "[…]";
            case ConfigNode.Mapping(var _, var _, var entries)
            when entries.values().stream()
                    .anyMatch(entry -> entry.value() instanceof ConfigNode.Sequence(var _, var _, var items)
                            && items.stream().anyMatch(DiagramReader::isEntry)) -> String.join(", ", entries.keySet());
            default -> SettingText.of(value);
        };
    }

    private static boolean isEntry(ConfigNode item) {
        return SettingText.child(item, "plugin").isPresent()
                || SettingText.child(item, "gate").isPresent()
                || SettingText.child(item, "fork").isPresent()
                || SettingText.child(item, "join").isPresent();
    }

    /// Hides a secret that is written in the file.
    private static String shown(String key, String value) {
        return !SECRET.matcher(key).find() || REFERENCE.matcher(value).find() ? value : "[secret]";
    }

    private List<String> wrong(String path) {
        return problems.stream()
                .filter(problem -> isIn(problem.path(), path))
                .map(Problem::message)
                .toList();
    }

    /// Whether `path` is the node at `node` or inside it.
    private static boolean isIn(String path, String node) {
        return path.equals(node) || path.startsWith(node + ".") || path.startsWith(node + "[");
    }
}
