package dev.rowan.connectors.document;

import dev.rowan.connectors.file.SourceFormat;

/// Files of any kind as rows, for any origin.
public final class DocumentFormat {
    public static final SourceFormat READING = SourceFormat.binary(DocumentSettings.OPTIONS, section -> {
        var settings = DocumentSettings.read(section);
        return input -> new DocumentRecords(input, settings);
    });

    private DocumentFormat() {}
}
