package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `csv`.
public final class CsvSourcePlugin extends FileSourcePlugin {

    public CsvSourcePlugin() {
        super("csv", "Reads CSV files with a header line; every value is text.", CsvFormat.READING);
    }
}
