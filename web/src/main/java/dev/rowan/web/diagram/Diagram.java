package dev.rowan.web.diagram;

import dev.rowan.engine.pipeline.OnError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pipeline as drawn: source, transforms in order, sinks, and the sink of rows that pass. Of a file with
/// problems, what can be read.
public record Diagram(String name, Optional<Node> source, List<Node> transforms, List<Node> sinks, String output) {

    public Diagram {
        transforms = List.copyOf(transforms);
        sinks = List.copyOf(sinks);
    }

    /// The kind of a node.
    public enum Kind {
        SOURCE,
        TRANSFORM,
        SINK;

        public String word() {
            return switch (this) {
                case SOURCE -> "source";
                case TRANSFORM -> "transform";
                case SINK -> "sink";
            };
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

        Node with(OnError other) {
            return new Node(kind, path, name, plugin, facts, other, settings, problems);
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
        return new Diagram(name, source, called, sinks, output);
    }

    /// The sink of this name.
    public Optional<Node> sink(String wanted) {
        return sinks.stream().filter(sink -> sink.name().equals(wanted)).findFirst();
    }
}
