package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/// The available plugins, by kind and name. Duplicates are rejected.
public final class PluginCatalog {
    private final Map<String, SourcePlugin> sources = new LinkedHashMap<>();
    private final Map<String, TransformPlugin> transforms = new LinkedHashMap<>();
    private final Map<String, AggregatorPlugin> aggregators = new LinkedHashMap<>();
    private final Map<String, SinkPlugin> sinks = new LinkedHashMap<>();

    private PluginCatalog(List<Plugin> plugins) {
        for (Plugin plugin : plugins) {
            Object earlier = switch (plugin) {
                case SourcePlugin source -> sources.put(plugin.name(), source);
                case TransformPlugin transform -> transforms.put(plugin.name(), transform);
                case AggregatorPlugin aggregator -> aggregators.put(plugin.name(), aggregator);
                case SinkPlugin sink -> sinks.put(plugin.name(), sink);
            };
            if (earlier != null) {
                throw new IllegalArgumentException("duplicate plugin '" + plugin.name() + "': "
                        + earlier.getClass().getName() + " and "
                        + plugin.getClass().getName()
                        + "; remove one from the class path");
            }
        }
    }

    /// Every plugin on the class path.
    public static PluginCatalog load() {
        var found = new ArrayList<Plugin>();
        ServiceLoader.load(SourcePlugin.class).forEach(found::add);
        ServiceLoader.load(TransformPlugin.class).forEach(found::add);
        ServiceLoader.load(AggregatorPlugin.class).forEach(found::add);
        ServiceLoader.load(SinkPlugin.class).forEach(found::add);
        found.sort(Comparator.comparing(Plugin::name));
        return new PluginCatalog(found);
    }

    public static PluginCatalog of(List<Plugin> plugins) {
        return new PluginCatalog(plugins);
    }

    /// This catalog with more plugins.
    public PluginCatalog with(Plugin... more) {
        var all = new ArrayList<>(all());
        all.addAll(List.of(more));
        return new PluginCatalog(all);
    }

    public Optional<SourcePlugin> source(String name) {
        return Optional.ofNullable(sources.get(name));
    }

    public Optional<TransformPlugin> transform(String name) {
        return Optional.ofNullable(transforms.get(name));
    }

    public Optional<AggregatorPlugin> aggregator(String name) {
        return Optional.ofNullable(aggregators.get(name));
    }

    public Optional<SinkPlugin> sink(String name) {
        return Optional.ofNullable(sinks.get(name));
    }

    public List<String> sourceNames() {
        return List.copyOf(sources.keySet());
    }

    public List<String> transformNames() {
        return List.copyOf(transforms.keySet());
    }

    public List<String> aggregatorNames() {
        return List.copyOf(aggregators.keySet());
    }

    public List<String> sinkNames() {
        return List.copyOf(sinks.keySet());
    }

    /// Sources, then transforms, aggregators and sinks.
    public List<Plugin> all() {
        var all = new ArrayList<Plugin>(sources.values());
        all.addAll(transforms.values());
        all.addAll(aggregators.values());
        all.addAll(sinks.values());
        return all;
    }
}
