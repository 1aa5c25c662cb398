package dev.rowan.transforms.extract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/// The text layer of PDF documents.
final class PdfText {
    static {
        // otherwise the library searches the system's fonts and writes a cache into the user's directory
        FontMappers.set(new FallbackFont());
    }

    private PdfText() {}

    static Extraction extract(byte[] bytes, int maxPages, Deadline deadline) {
        try (PDDocument document = Loader.loadPDF(new CheckedBytes(bytes, deadline))) {
            int pages = document.getNumberOfPages();
            if (pages > maxPages) {
                return Extraction.failed(
                        "too_many_pages", "the document has %,d pages; 'max_pages' is %,d".formatted(pages, maxPages));
            }
            List<String> texts = texts(document, pages, deadline);
            return texts.stream().allMatch(String::isBlank)
                    ? Extraction.failed(
                            "no_text_layer",
                            "the document has no text layer, as a scan; send it to a model as an attachment instead")
                    : new Extraction.Pages(texts);
        } catch (InvalidPasswordException _) {
            return Extraction.failed("encrypted", "the document needs a password; remove it before");
        } catch (IOException | RuntimeException | StackOverflowError damaged) {
            return deadline.isReported() ? deadline.exceeded() : Extraction.unreadable("PDF", damaged);
        }
    }

    private static List<String> texts(PDDocument document, int pages, Deadline deadline) throws IOException {
        var stripper = new CheckedStripper(deadline);
        var texts = new ArrayList<String>(pages);
        for (int page = 1; page <= pages; page++) {
            deadline.check();
            stripper.setStartPage(page);
            stripper.setEndPage(page);
            texts.add(stripper.getText(document).stripTrailing());
        }
        deadline.check();
        return texts;
    }

    private static final class CheckedStripper extends PDFTextStripper {
        private final Deadline deadline;

        CheckedStripper(Deadline deadline) throws IOException {
            this.deadline = deadline;
            setSortByPosition(true);
            setLineSeparator("\n");
        }

        @Override
        protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
            deadline.check();
            super.processOperator(operator, operands);
        }

        @Override
        protected void writeString(String text, List<TextPosition> positions) throws IOException {
            deadline.check();
            super.writeString(text, positions);
        }
    }

    private static final class CheckedBytes extends RandomAccessReadBuffer {
        private final Deadline deadline;

        CheckedBytes(byte[] bytes, Deadline deadline) {
            super(bytes);
            this.deadline = deadline;
        }

        @Override
        public void seek(long position) throws IOException {
            deadline.check();
            super.seek(position);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            deadline.check();
            return super.read(into, offset, length);
        }
    }
}
