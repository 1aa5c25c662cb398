package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.file.SourceOptions;

/// The source `csv`.
public final class CsvSourcePlugin extends DescribedPlugin implements SourcePlugin {

    public CsvSourcePlugin() {
        super("csv", "1.0", "Reads a CSV file with a header line; every value is text.", Capability.DETERMINISTIC);
    }

    @Override
    public Options options() {
        return Options.of(SourceOptions.PATH).and(CsvFormat.READING);
    }

    @Override
    public Source configure(Section options) {
        return new RecordSource(Origin.of(options.path(SourceOptions.PATH)), CsvFormat.reading(options));
    }
}
