package dev.rowan.connectors.json;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.FileSinkPlugin;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.connectors.file.StorageOptions;

/// The sink `json`.
public final class JsonSinkPlugin extends FileSinkPlugin {

    public JsonSinkPlugin() {
        super("json", "Writes a JSON document: an array with one object for each row.", JsonFormat.WRITING);
    }

    /// An array cannot be appended to.
    @Override
    public Options options() {
        return Options.of(SinkOptions.PATH, StorageOptions.STORAGE, SinkOptions.COMPRESSION);
    }
}
