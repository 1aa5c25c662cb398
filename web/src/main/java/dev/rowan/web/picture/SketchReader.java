package dev.rowan.web.picture;

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

/// Reads a sketch from the settings of a file, as far as they can be read: nothing in them needs to be right.
public final class SketchReader {
    private static final String UNKNOWN = "?";
    private static final Pattern SECRET =
            Pattern.compile("^(.*_)?(api_key|account_key|signing_key|connection_string|token|password|secret)$");
    private static final Pattern REFERENCE = Pattern.compile("^(file:|command:|.*\\$\\{)");

    private final List<Problem> problems;

    private SketchReader(List<Problem> problems) {
        this.problems = List.copyOf(problems);
    }

    /// The sketch of the pipeline in `root`; `usual` is its name where the file gives none.
    public static Sketch read(ConfigNode root, List<Problem> problems, String usual) {
        return new SketchReader(problems).sketch(root, usual);
    }

    private Sketch sketch(ConfigNode root, String usual) {
        String name = Written.child(root, "run")
                .flatMap(run -> Written.text(run, "name"))
                .orElse(usual);
        List<Sketch.Node> sinks = sinks(root);
        boolean named = sinks.stream().anyMatch(sink -> sink.name().equals("output"));
        String output = named || sinks.isEmpty() ? "output" : sinks.getFirst().name();
        return new Sketch(
                name,
                Written.child(root, "source").map(node -> node(Sketch.Kind.SOURCE, node, plugin -> plugin)),
                transforms(root),
                sinks,
                output);
    }

    private List<Sketch.Node> transforms(ConfigNode root) {
        if (!(Written.child(root, "transforms").orElse(null)
                instanceof ConfigNode.Sequence(var _, var _, List<ConfigNode> items))) {
            return List.of();
        }
        Set<String> taken = new HashSet<>();
        return items.stream()
                .map(item -> node(Sketch.Kind.TRANSFORM, item, plugin -> unique(item, plugin, taken)))
                .toList();
    }

    /// The name given, or the plugin's with a number behind it where that is taken; as the engine calls them.
    private static String unique(ConfigNode item, String plugin, Set<String> taken) {
        String wanted = Written.text(item, "name").orElse(plugin);
        String name = wanted;
        for (int use = 2; !taken.add(name); use++) {
            name = wanted + "_" + use;
        }
        return name;
    }

    private List<Sketch.Node> sinks(ConfigNode root) {
        if (!(Written.child(root, "sinks").orElse(null)
                instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries))) {
            return List.of();
        }
        var sinks = new ArrayList<Sketch.Node>();
        entries.forEach((name, entry) -> sinks.add(node(Sketch.Kind.SINK, entry.value(), _ -> name)));
        return sinks;
    }

    private Sketch.Node node(Sketch.Kind kind, ConfigNode node, UnaryOperator<String> name) {
        String plugin = Written.text(node, "plugin").orElse(UNKNOWN);
        Optional<ConfigNode> options = Written.child(node, "options");
        OnError onError = kind == Sketch.Kind.SINK
                ? new OnError.Stay()
                : OnError.of(options.flatMap(all -> Written.text(all, "on_error")));
        return new Sketch.Node(
                kind,
                node.path(),
                name.apply(plugin),
                plugin,
                options.map(all -> NodeFacts.of(kind, all)).orElse(List.of()),
                onError,
                options.map(SketchReader::settings).orElse(List.of()),
                wrong(node.path()));
    }

    private static List<Sketch.Setting> settings(ConfigNode options) {
        if (!(options instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries))) {
            return List.of();
        }
        return entries.entrySet().stream()
                .map(entry -> new Sketch.Setting(
                        entry.getKey(),
                        shown(entry.getKey(), Written.of(entry.getValue().value()))))
                .toList();
    }

    /// A secret that stands in the file itself, where it must not, is not repeated.
    private static String shown(String key, String value) {
        return !SECRET.matcher(key).find() || REFERENCE.matcher(value).find() ? value : "[secret]";
    }

    private List<String> wrong(String path) {
        return problems.stream()
                .filter(problem -> isIn(problem.path(), path))
                .map(Problem::message)
                .toList();
    }

    /// Whether `path` leads to the node at `place` or into it.
    private static boolean isIn(String path, String place) {
        return path.equals(place) || path.startsWith(place + ".") || path.startsWith(place + "[");
    }
}
