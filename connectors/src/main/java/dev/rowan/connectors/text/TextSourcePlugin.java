package dev.rowan.connectors.text;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `text`.
public final class TextSourcePlugin extends FileSourcePlugin {

    public TextSourcePlugin() {
        super("text", "Reads text files by lines, paragraphs or whole files.", TextFormat.READING);
    }
}
