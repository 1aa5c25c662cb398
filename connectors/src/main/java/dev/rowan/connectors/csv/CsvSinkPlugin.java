package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.SinkOptions;

/// The sink `csv`.
public final class CsvSinkPlugin extends DescribedPlugin implements SinkPlugin {

    public CsvSinkPlugin() {
        super("csv", "1.0", "Writes a CSV file that is safe to open in a spreadsheet.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return Options.of(SinkOptions.PATH, SinkOptions.MODE).and(CsvFormat.WRITING);
    }

    @Override
    public Sink configure(Section options) {
        return CsvFormat.writing(SinkOptions.read(options), options);
    }
}
