package dev.rowan.parquet;

import dev.rowan.connectors.file.FileSinkPlugin;

/// The sink `parquet`.
public final class ParquetSinkPlugin extends FileSinkPlugin {

    public ParquetSinkPlugin() {
        super("parquet", "Writes rows to Parquet files.", ParquetFormat.WRITING);
    }
}
