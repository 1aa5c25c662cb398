package dev.rowan.connectors.text;

import dev.rowan.connectors.file.FileSinkPlugin;

/// The sink `text`.
public final class TextSinkPlugin extends FileSinkPlugin {

    public TextSinkPlugin() {
        super("text", "Writes a text file: one field of each row, one line each.", TextFormat.WRITING);
    }
}
