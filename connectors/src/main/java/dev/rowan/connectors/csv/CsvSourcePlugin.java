package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.file.FileSource;
import java.util.Set;

/// The source `csv`.
public final class CsvSourcePlugin implements SourcePlugin {

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
        return "Reads a csv file with a header line; every value is text.";
    }

    @Override
    public Options options() {
        return CsvSourceSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Source configure(Section options) {
        var settings = CsvSourceSettings.read(options);
        return new FileSource(settings.path(), file -> CsvRecords.of(file, settings));
    }
}
