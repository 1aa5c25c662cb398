package dev.rowan.web.diagram;

import dev.rowan.engine.pipeline.OnError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A pipeline as drawn: sources, nodes in file order, sinks, and the sink of rows that pass. Of a file with
/// problems, what can be read. A chain, in which rows pass all nodes in order, has no `links`.
public record Diagram(
        String name, List<Node> sources, List<Node> transforms, List<Node> sinks, String output, List<Link> links) {

    public Diagram {
        sources = List.copyOf(sources);
        transforms = List.copyOf(transforms);
        sinks = List.copyOf(sinks);
        links = List.copyOf(links);
    }

    /// A chain.
    public static Diagram chain(
            String name, Optional<Node> source, List<Node> transforms, List<Node> sinks, String output) {
        return new Diagram(name, source.stream().toList(), transforms, sinks, output, List.of());
    }

    boolean isChain() {
        return links.isEmpty();
    }

    /// The only source, or the first.
    public Optional<Node> source() {
        return sources.stream().findFirst();
    }

    /// An edge from a node to another by their paths; discarded rows have no target.
    public record Link(String from, String label, Optional<String> to) {
        boolean isError() {
            return label.equals(DiagramTrace.Step.ERROR);
        }

        public DiagramTrace.Step step() {
            return new DiagramTrace.Step(from, label);
        }
    }

    /// The kind of a node.
    public enum Kind {
        SOURCE,
        TRANSFORM,
        GATE,
        FORK,
        JOIN,
        AGGREGATE,
        SINK;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Whether it is neither a source nor a sink.
        public boolean isStep() {
            return this != SOURCE && this != SINK;
        }
    }

    /// A node: its `path` in the file, its name, and lines with the main facts. The `onError` of a sink is always
    /// [OnError.Stay].
    public record Node(
            Kind kind,
            String path,
            String name,
            String plugin,
            List<String> facts,
            OnError onError,
            List<Setting> settings,
            List<String> problems) {
        public Node {
            facts = List.copyOf(facts);
            settings = List.copyOf(settings);
            problems = List.copyOf(problems);
        }

        /// The same under the name that a run's record gives it.
        Node called(String other, String otherPlugin) {
            return new Node(kind, path, other, otherPlugin, facts, onError, settings, problems);
        }

        /// Its plugin, unless that is its name, and its kind, unless it is a transform.
        public String subtitle() {
            if (plugin.equals(name) || plugin.equals(kind.word())) {
                return kind.word();
            }
            return kind == Kind.TRANSFORM ? plugin : plugin + " · " + kind.word();
        }

        /// The unique anchor of the node on a page.
        public String anchor() {
            return "node-" + path.replaceAll("[^A-Za-z0-9_-]", "-") + "-" + Integer.toHexString(path.hashCode());
        }
    }

    /// A setting as written.
    public record Setting(String key, String value) {}

    /// The same with the transforms called as the run's record calls them, where it has as many.
    public Diagram called(List<String> names, List<String> plugins) {
        if (names.size() != transforms.size()) {
            return this;
        }
        var called = new ArrayList<Node>();
        for (int i = 0; i < names.size(); i++) {
            called.add(transforms.get(i).called(names.get(i), plugins.get(i)));
        }
        return new Diagram(name, sources, called, sinks, output, links);
    }

    /// The sink of this name.
    public Optional<Node> sink(String wanted) {
        return sinks.stream().filter(sink -> sink.name().equals(wanted)).findFirst();
    }
}
