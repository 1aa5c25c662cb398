package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.file.SourceOptions;

/// The source `jsonl`.
public final class JsonlSourcePlugin extends DescribedPlugin implements SourcePlugin {

    public JsonlSourcePlugin() {
        super(
                "jsonl",
                "1.0",
                "Reads a JSON Lines file: one JSON object per line; numbers keep every digit.",
                Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return Options.of(SourceOptions.PATH).and(JsonlFormat.READING);
    }

    @Override
    public Source configure(Section options) {
        return new RecordSource(Origin.of(options.path(SourceOptions.PATH)), JsonlFormat.reading(options));
    }
}
