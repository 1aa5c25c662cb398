package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.FileSinkPlugin;

/// The sink `csv`.
public final class CsvSinkPlugin extends FileSinkPlugin {

    public CsvSinkPlugin() {
        super("csv", "Writes a CSV file that is safe to open in a spreadsheet.", CsvFormat.WRITING);
    }
}
