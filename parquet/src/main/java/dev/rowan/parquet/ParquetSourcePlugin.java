package dev.rowan.parquet;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `parquet`.
public final class ParquetSourcePlugin extends FileSourcePlugin {

    public ParquetSourcePlugin() {
        super("parquet", "Reads Parquet files, a row group at a time.", ParquetFormat.READING);
    }
}
