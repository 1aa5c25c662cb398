package dev.rowan.web.html;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Any text in a page stays text: it contains no markup and can be read back.
final class HtmlPropertyTest {
    private static final String TEXT = "(?s)([^<>&\"']|&(amp|lt|gt|quot|#39|#96);)*";

    @Property(seed = "20261115")
    void textBecomesNoMarkup(@ForAll("awkward") String text) {
        assertThat(Html.text(text).write()).matches(TEXT);
    }

    @Property(seed = "20261115")
    void aValueDoesNotLeaveItsAttribute(@ForAll("awkward") String text) {
        String written = Tags.div(Tags.attr("title", text)).write();
        assertThat(written).startsWith("<div title=\"").endsWith("\"></div>");
        String value = written.substring("<div title=\"".length(), written.length() - "\"></div>".length());
        assertThat(value).matches(TEXT).doesNotContain("`");
    }

    @Property(seed = "20261115")
    void visibleTextIsReadBackUnchanged(@ForAll("awkward") String text) {
        String written = Html.text(text).write();
        String read = written.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
        assertThat(read).hasSameSizeAs(text);
        for (int i = 0; i < text.length(); i++) {
            assertThat(read.charAt(i)).isIn(text.charAt(i), '\ufffd');
        }
    }

    @Provide
    Arbitrary<String> awkward() {
        Arbitrary<String> pieces = Arbitraries.of(
                "<script>",
                "</script>",
                "\"",
                "'",
                "`",
                "&",
                "&amp;",
                "&#60;",
                "<!--",
                "]]>",
                "javascript:",
                "\u202e",
                "\u0000",
                "\ud800",
                "\udc00",
                "\ud83d\ude00",
                "\ufeff",
                "\n",
                "\t",
                "\u2028",
                "{{",
                "=",
                " on",
                "x");
        return Arbitraries.oneOf(pieces.list().ofMaxSize(12).map(list -> String.join("", list)), Arbitraries.strings());
    }
}
