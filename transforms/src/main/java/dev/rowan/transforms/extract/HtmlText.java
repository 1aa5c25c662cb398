package dev.rowan.transforms.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/// The readable text of HTML documents: paragraphs and other blocks on lines of their own, without scripts and
/// styles.
final class HtmlText {
    private static final Set<String> UNREADABLE = Set.of("script", "style", "noscript", "template", "head", "svg");

    private static final Set<String> CELLS = Set.of("td", "th");

    private HtmlText() {}

    static Extraction extract(byte[] bytes, boolean isText, Deadline deadline) {
        try (InputStream in = new CheckedStream(bytes, deadline)) {
            Document document = Jsoup.parse(in, isText ? UTF_8.name() : null, "");
            deadline.check();
            Element title = document.selectFirst("head > title");
            String text = text(document.body());
            String whole = title == null || title.text().isBlank() ? text : title.text() + "\n" + text;
            return whole.isBlank()
                    ? Extraction.failed("no_text_layer", "the document has no text")
                    : new Extraction.Pages(List.of(whole.strip()));
        } catch (Deadline.ExceededException _) {
            return deadline.exceeded();
        } catch (IOException | RuntimeException damaged) {
            return Extraction.unreadable("HTML", damaged);
        }
    }

    private static String text(Element body) {
        var text = new StringBuilder();
        body.traverse(new NodeVisitor() {
            private int hidden;

            @Override
            public void head(Node node, int depth) {
                switch (node) {
                    case TextNode words when hidden == 0 -> append(text, words.text());
                    case Element element -> {
                        hidden += UNREADABLE.contains(element.normalName()) ? 1 : 0;
                        if (isLine(element) || element.normalName().equals("br")) {
                            endLine(text);
                        }
                    }
                    default -> {
                        // comments and data
                    }
                }
            }

            @Override
            public void tail(Node node, int depth) {
                if (node instanceof Element element) {
                    hidden -= UNREADABLE.contains(element.normalName()) ? 1 : 0;
                    if (isLine(element)) {
                        endLine(text);
                    } else if (element.isBlock()) {
                        append(text, " ");
                    }
                }
            }
        });
        return text.toString();
    }

    /// Whether an element stands on lines of its own; the cells of a table share one.
    private static boolean isLine(Element element) {
        return element.isBlock() && !CELLS.contains(element.normalName());
    }

    /// Appends words, with one space between them and none at the start of a line.
    private static void append(StringBuilder text, String words) {
        boolean after = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
        text.append(after ? words.stripLeading() : words);
    }

    private static void endLine(StringBuilder text) {
        while (!text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
            text.append('\n');
        }
    }

    private static final class CheckedStream extends FilterInputStream {
        private final Deadline deadline;

        CheckedStream(byte[] bytes, Deadline deadline) {
            super(new ByteArrayInputStream(bytes));
            this.deadline = deadline;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            deadline.check();
            return super.read(into, offset, length);
        }
    }
}
