package dev.rowan.web.diagram;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.engine.pipeline.OnError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        return new Diagram(
                name,
                SettingText.child(root, "source").map(node -> node(Diagram.Kind.SOURCE, node, plugin -> plugin)),
                withoutErrorNodes(transforms(root), sinks),
                sinks,
                output);
    }

    /// Leaves out error edges to other transforms, which the drawing has no place for.
    private static List<Diagram.Node> withoutErrorNodes(List<Diagram.Node> transforms, List<Diagram.Node> sinks) {
        return transforms.stream()
                .map(node -> node.onError() instanceof OnError.ToSink(String name)
                                && sinks.stream().noneMatch(sink -> sink.name().equals(name))
                                && transforms.stream()
                                        .anyMatch(other -> other.name().equals(name))
                        ? node.with(new OnError.Stay())
                        : node)
                .toList();
    }

    private List<Diagram.Node> transforms(ConfigNode root) {
        if (!(SettingText.child(root, "transforms").orElse(null)
                instanceof ConfigNode.Sequence(var _, var _, List<ConfigNode> items))) {
            return List.of();
        }
        Set<String> taken = new HashSet<>();
        return items.stream()
                .map(item -> node(Diagram.Kind.TRANSFORM, item, plugin -> unique(item, plugin, taken)))
                .toList();
    }

    /// The name given, or the plugin's with a number behind it where that is taken; as the engine calls them.
    private static String unique(ConfigNode item, String plugin, Set<String> taken) {
        String wanted = SettingText.text(item, "name").orElse(plugin);
        String name = wanted;
        for (int use = 2; !taken.add(name); use++) {
            name = wanted + "_" + use;
        }
        return name;
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
        String plugin = SettingText.text(node, "plugin").orElse(UNKNOWN);
        Optional<ConfigNode> options = SettingText.child(node, "options");
        OnError onError = kind == Diagram.Kind.SINK
                ? new OnError.Stay()
                : OnError.of(options.flatMap(all -> SettingText.text(all, "on_error")));
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
                        shown(entry.getKey(), SettingText.of(entry.getValue().value()))))
                .toList();
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
