package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Set;

/// The source `jsonl`.
public final class JsonlSourcePlugin implements SourcePlugin {

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
        return "Reads a JSON Lines file: one JSON object per line; numbers keep every digit.";
    }

    @Override
    public Options options() {
        return Options.of(SourceOptions.PATH).and(JsonlFormat.READING);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Source configure(Section options) {
        return new RecordSource(Origin.of(options.path(SourceOptions.PATH)), JsonlFormat.reading(options));
    }
}
