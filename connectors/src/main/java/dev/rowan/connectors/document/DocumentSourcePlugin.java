package dev.rowan.connectors.document;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `document`.
public final class DocumentSourcePlugin extends FileSourcePlugin {

    public DocumentSourcePlugin() {
        super(
                "document",
                "Reads each file as one row: its path, media type, SHA-256 and size.",
                DocumentFormat.READING);
    }
}
