package dev.rowan.cli.plugins;

import dev.rowan.api.config.Options;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.engine.pipeline.PipelineShape;

/// The three kinds of plugins, with the keys that the engine adds to the options of each.
enum PluginKind {
    SOURCE("source", PipelineShape.SOURCE_COMMON),
    TRANSFORM("transform", PipelineShape.TRANSFORM_COMMON),
    SINK("sink", Options.of());

    private final String word;
    private final Options common;

    PluginKind(String word, Options common) {
        this.word = word;
        this.common = common;
    }

    static PluginKind of(Plugin plugin) {
        return switch (plugin) {
            case SourcePlugin _ -> SOURCE;
            case TransformPlugin _ -> TRANSFORM;
            case SinkPlugin _ -> SINK;
        };
    }

    String word() {
        return word;
    }

    Options common() {
        return common;
    }
}
