package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.SinkOptions;
import java.util.Set;

/// The sink `csv`.
public final class CsvSinkPlugin implements SinkPlugin {

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Writes a CSV file that is safe to open in a spreadsheet.";
    }

    @Override
    public Options options() {
        return Options.of(SinkOptions.PATH, SinkOptions.MODE).and(CsvFormat.WRITING);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Sink configure(Section options) {
        return CsvFormat.writing(SinkOptions.read(options), options);
    }
}
