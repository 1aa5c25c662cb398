package dev.rowan.connectors.storage;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Sources and sinks from options, as a pipeline makes them.
public final class Plugins {
    private Plugins() {}

    public static Source source(SourcePlugin plugin, Map<String, Object> options, PluginSetup setup) throws Exception {
        var problems = new Problems();
        Source source = plugin.configure(section(plugin, options, problems));
        problems.throwIfAny();
        source.prepare(setup);
        return source;
    }

    public static Sink sink(SinkPlugin plugin, Map<String, Object> options, PluginSetup setup) throws Exception {
        var problems = new Problems();
        Sink sink = plugin.configure(section(plugin, options, problems));
        problems.throwIfAny();
        sink.prepare(setup);
        return sink;
    }

    private static Section section(Plugin plugin, Map<String, Object> options, Problems problems) {
        var section = Section.check(ConfigNode.of(options), plugin.options(), Path.of(""), problems);
        problems.throwIfAny();
        return section.orElseThrow();
    }

    /// Opens and reads the source to its end.
    public static List<Source.Item> readAll(Source source) throws Exception {
        try (source) {
            source.open();
            var items = new ArrayList<Source.Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            return items;
        }
    }
}
