package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.SinkOptions;
import java.util.Set;

/// The sink `jsonl`.
public final class JsonlSinkPlugin implements SinkPlugin {

    @Override
    public String name() {
        return "jsonl";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Writes a JSON Lines file: one JSON object per line, in UTF-8.";
    }

    @Override
    public Options options() {
        return Options.of(SinkOptions.PATH, SinkOptions.MODE);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Sink configure(Section options) {
        return JsonlFormat.writing(SinkOptions.read(options));
    }
}
