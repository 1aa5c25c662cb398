package dev.rowan.transforms.extract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/// Small PDF documents.
final class Pdfs {
    private Pdfs() {}

    /// A page for each text; an empty one has no text.
    static byte[] of(List<String> pages) throws IOException {
        try (PDDocument document = document(pages)) {
            return bytes(document);
        }
    }

    static byte[] encrypted(String page) throws IOException {
        try (PDDocument document = document(List.of(page))) {
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            return bytes(document);
        }
    }

    private static PDDocument document(List<String> pages) throws IOException {
        var document = new PDDocument();
        for (String text : pages) {
            var page = new PDPage();
            document.addPage(page);
            if (!text.isEmpty()) {
                try (var content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(FontName.HELVETICA), 12);
                    content.newLineAtOffset(72, 700);
                    content.showText(text);
                    content.endText();
                }
            }
        }
        return document;
    }

    private static byte[] bytes(PDDocument document) throws IOException {
        var out = new ByteArrayOutputStream();
        document.save(out);
        return out.toByteArray();
    }
}
