package dev.rowan.transforms.extract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
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

    /// A page whose content takes long to unpack: `bytes` zeros as rows of a PNG predictor, a column each.
    static byte[] slow(int bytes) throws IOException {
        try (PDDocument document = new PDDocument()) {
            var packed = new ByteArrayOutputStream();
            try (var deflater = new DeflaterOutputStream(packed)) {
                var zeros = new byte[1_000_000];
                for (int i = 0; i < bytes / zeros.length; i++) {
                    deflater.write(zeros);
                }
            }
            var content = new PDStream(document);
            try (OutputStream raw = content.getCOSObject().createRawOutputStream()) {
                packed.writeTo(raw);
            }
            var parameters = new COSDictionary();
            parameters.setInt(COSName.PREDICTOR, 15);
            parameters.setInt(COSName.COLUMNS, 1);
            content.getCOSObject().setItem(COSName.FILTER, COSName.FLATE_DECODE);
            content.getCOSObject().setItem(COSName.DECODE_PARMS, parameters);
            var page = new PDPage();
            page.setContents(content);
            document.addPage(page);
            return bytes(document);
        }
    }
}
