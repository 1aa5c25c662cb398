package dev.rowan.connectors.json;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `json`.
public final class JsonSourcePlugin extends FileSourcePlugin {

    public JsonSourcePlugin() {
        super(
                "json",
                "Reads JSON documents with an array of objects, one at a time; numbers keep every digit.",
                JsonFormat.READING);
    }
}
