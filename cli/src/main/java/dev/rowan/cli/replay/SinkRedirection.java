package dev.rowan.cli.replay;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.ConfigNode.Entry;
import dev.rowan.api.config.ConfigNode.Mapping;
import dev.rowan.api.config.ConfigNode.Scalar;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Redirects every sink of a settings tree to a file in one directory; a blob becomes a file of the same format.
/// A database or service stays as it is: in a replay, such a sink writes nothing and only hashes its rows.
/// `marks` are the recorded ones: a sink that started after existing bytes is in append mode.
record SinkRedirection(Path folder, PluginCatalog catalog, Map<String, Sink.Mark> marks) {
    private static final String SINKS = "sinks";
    private static final String PLUGIN = "plugin";
    private static final String OPTIONS = "options";
    private static final String PATH = "path";
    private static final String MODE = "mode";
    private static final String BLOB = "blob";
    private static final String URL = "url";
    private static final String FORMAT = "format";

    /// The tree with redirected sinks. Its problems are reported by the assembly.
    Mapping of(Mapping root) {
        return child(root, SINKS).orElse(null) instanceof Mapping sinks
                ? with(root, SINKS, redirected(sinks, new HashSet<>()))
                : root;
    }

    private Mapping redirected(Mapping sinks, Set<String> taken) {
        var entries = new LinkedHashMap<String, Entry>();
        sinks.entries()
                .forEach((name, entry) -> entries.put(
                        name,
                        entry.value() instanceof Mapping sink
                                ? new Entry(entry.keyLocation(), redirected(name, sink, taken))
                                : entry));
        return new Mapping(sinks.location(), sinks.path(), entries);
    }

    private Mapping redirected(String name, Mapping sink, Set<String> taken) {
        Mapping options = child(sink, OPTIONS).orElse(null) instanceof Mapping given
                ? given
                : new Mapping(sink.location(), ConfigNode.pathOf(sink.path(), OPTIONS), Map.of());
        Optional<String> path = text(options, PATH);
        Optional<String> blob = text(options, BLOB);
        Optional<String> format = text(options, FORMAT);
        if (path.isPresent()) {
            String plugin = text(sink, PLUGIN).orElse("");
            return with(sink, OPTIONS, writing(name, plugin, options, path.get(), taken));
        }
        if (blob.isPresent() && format.isPresent()) {
            String plugin = format.get().toLowerCase(Locale.ROOT);
            Mapping known = only(options, plugin);
            Scalar kind = new Scalar(sink.location(), ConfigNode.pathOf(sink.path(), PLUGIN), plugin);
            return with(with(sink, PLUGIN, kind), OPTIONS, writing(name, plugin, known, blob.get(), taken));
        }
        if (text(options, URL).isPresent()) {
            return sink;
        }
        throw new UsageException(
                "sink '" + name + "' does not write a file, so its output cannot be redirected" + " or compared");
    }

    private Mapping writing(String name, String plugin, Mapping options, String written, Set<String> taken) {
        String last = String.valueOf(Path.of(written).getFileName());
        String file = taken.add(last) ? last : name + "-" + last;
        taken.add(file);
        Sink.Mark mark = marks.get(name);
        String mode = mark != null && mark.start() > 0 ? "append" : "create";
        Mapping placed =
                with(options, PATH, scalar(options, PATH, folder.resolve(file).toString()));
        boolean hasMode = catalog.sink(plugin)
                .filter(sink -> sink.options().names().contains(MODE))
                .isPresent();
        return hasMode ? with(placed, MODE, scalar(options, MODE, mode)) : placed;
    }

    private static Scalar scalar(Mapping in, String key, String value) {
        return new Scalar(in.location(), ConfigNode.pathOf(in.path(), key), value);
    }

    /// The options that a file sink has too.
    private Mapping only(Mapping options, String plugin) {
        List<String> known =
                catalog.sink(plugin).map(sink -> sink.options().names()).orElse(List.of());
        var kept = new LinkedHashMap<>(options.entries());
        kept.keySet().retainAll(known);
        return new Mapping(options.location(), options.path(), kept);
    }

    private static Mapping with(Mapping mapping, String key, ConfigNode value) {
        var entries = new LinkedHashMap<>(mapping.entries());
        Entry before = entries.get(key);
        entries.put(key, new Entry(before == null ? mapping.location() : before.keyLocation(), value));
        return new Mapping(mapping.location(), mapping.path(), entries);
    }

    private static Optional<ConfigNode> child(Mapping mapping, String key) {
        return Optional.ofNullable(mapping.entries().get(key)).map(Entry::value);
    }

    private static Optional<String> text(Mapping mapping, String key) {
        return child(mapping, key).orElse(null) instanceof Scalar(var _, var _, String text)
                ? Optional.of(text)
                : Optional.empty();
    }
}
