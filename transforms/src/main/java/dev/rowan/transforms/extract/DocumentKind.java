package dev.rowan.transforms.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rowan.transforms.extract.ExtractTextSettings.From;

/// The kinds of documents, told apart by how they begin.
enum DocumentKind {
    PDF {
        @Override
        Extraction extract(byte[] bytes, boolean isText, int maxPages, Deadline deadline) {
            return PdfText.extract(bytes, maxPages, deadline);
        }
    },
    HTML {
        @Override
        Extraction extract(byte[] bytes, boolean isText, int maxPages, Deadline deadline) {
            return HtmlText.extract(bytes, isText, deadline);
        }
    },
    UNKNOWN {
        @Override
        Extraction extract(byte[] bytes, boolean isText, int maxPages, Deadline deadline) {
            return Extraction.failed(
                    "unknown_document_type", "the document is neither PDF nor HTML; convert it before");
        }
    };

    /// PDF readers accept some bytes before the header.
    private static final int HEADER_WITHIN = 1_024;

    /// `isText` tells that the bytes are UTF-8.
    abstract Extraction extract(byte[] bytes, boolean isText, int maxPages, Deadline deadline);

    static DocumentKind of(byte[] bytes, From from) {
        if (from == From.TEXT) {
            return HTML;
        }
        String start = new String(bytes, 0, Math.min(bytes.length, HEADER_WITHIN), ISO_8859_1);
        if (start.contains("%PDF-")) {
            return PDF;
        }
        // a byte order mark, and the zero bytes of UTF-16
        String text = start.replaceAll("[\\u00ef\\u00bb\\u00bf\\u00fe\\u00ff\\u0000]", "")
                .stripLeading();
        return text.startsWith("<") ? HTML : UNKNOWN;
    }
}
