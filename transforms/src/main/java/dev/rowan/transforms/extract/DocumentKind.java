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

    private static final String BYTE_ORDER_MARKS = "\u00ef\u00bb\u00bf\u00fe\u00ff";

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
        return start.chars().filter(c -> !isBefore(c)).findFirst().orElse(0) == '<' ? HTML : UNKNOWN;
    }

    /// Whether HTML may begin with this byte: white space, a byte order mark, and the zero bytes of UTF-16.
    private static boolean isBefore(int c) {
        return Character.isWhitespace(c) || c == 0 || BYTE_ORDER_MARKS.indexOf(c) >= 0;
    }
}
