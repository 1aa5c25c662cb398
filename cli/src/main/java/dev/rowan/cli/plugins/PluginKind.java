package dev.rowan.cli.plugins;

import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;

/// The kinds of plugins.
enum PluginKind {
    SOURCE("source"),
    TRANSFORM("transform"),
    AGGREGATOR("aggregator"),
    SINK("sink");

    private final String word;

    PluginKind(String word) {
        this.word = word;
    }

    static PluginKind of(Plugin plugin) {
        return switch (plugin) {
            case SourcePlugin _ -> SOURCE;
            case TransformPlugin _ -> TRANSFORM;
            case AggregatorPlugin _ -> AGGREGATOR;
            case SinkPlugin _ -> SINK;
        };
    }

    String word() {
        return word;
    }
}
