package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.SinkOptions;

/// The sink `jsonl`.
public final class JsonlSinkPlugin extends DescribedPlugin implements SinkPlugin {

    public JsonlSinkPlugin() {
        super(
                "jsonl",
                "1.0",
                "Writes a JSON Lines file: one JSON object per line, in UTF-8.",
                Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return Options.of(SinkOptions.PATH, SinkOptions.MODE);
    }

    @Override
    public Sink configure(Section options) {
        return JsonlFormat.writing(SinkOptions.read(options));
    }
}
