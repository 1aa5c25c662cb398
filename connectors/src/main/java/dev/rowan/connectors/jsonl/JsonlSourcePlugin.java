package dev.rowan.connectors.jsonl;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `jsonl`.
public final class JsonlSourcePlugin extends FileSourcePlugin {

    public JsonlSourcePlugin() {
        super(
                "jsonl",
                "Reads JSON Lines files: one JSON object per line; numbers keep every digit.",
                JsonlFormat.READING);
    }
}
