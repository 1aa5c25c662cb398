package dev.rowan.connectors.jsonl;

import dev.rowan.connectors.file.FileSinkPlugin;

/// The sink `jsonl`.
public final class JsonlSinkPlugin extends FileSinkPlugin {

    public JsonlSinkPlugin() {
        super("jsonl", "Writes a JSON Lines file: one JSON object per line, in UTF-8.", JsonlFormat.WRITING);
    }
}
