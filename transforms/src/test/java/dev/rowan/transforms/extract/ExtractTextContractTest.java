package dev.rowan.transforms.extract;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExtractTextContractTest extends RowTransformContract {
    private static final String HTML = """
            <!doctype html><html><head><title>Terms</title><style>p {color: red}</style></head>
            <body><h1>Delivery</h1><p>We deliver <b>at once</b>.</p><script>alert(1)</script>
            <ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table></body></html>
            """;

    @Override
    protected TransformPlugin plugin() {
        return new ExtractTextPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("field", "content");
    }

    private Map<String, Object> with(Object... pairs) {
        var options = new HashMap<>(options());
        for (int i = 0; i < pairs.length; i += 2) {
            options.put((String) pairs[i], pairs[i + 1]);
        }
        return options;
    }

    @Override
    protected Row passing() {
        return row(pdf("first page", "second page"));
    }

    private static Row row(byte[] document) {
        return Row.of("id", 7).with("content", Base64.getEncoder().encodeToString(document));
    }

    private static byte[] pdf(String... pages) {
        try {
            return Pdfs.of(List.of(pages));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String reason(Map<String, Object> options, Row row) {
        return process(options, row) instanceof TransformResult.Error(var reason, var _) ? reason.code() : "passed";
    }

    @Test
    void makesARowOfEachPageWithItsNumber() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.successMulti(List.of(
                        Row.of("id", 7).with("text", "first page").with("page", 1),
                        Row.of("id", 7).with("text", "second page").with("page", 2))));
    }

    @Test
    void makesOneRowOfADocument() {
        assertThat(process(with("per", "document", "as", "body"), passing()))
                .isEqualTo(TransformResult.successMulti(List.of(
                        Row.of("id", 7).with("body", "first page\nsecond page").with("pages", 2))));
    }

    @Test
    void readsHtmlAsLinesOfText() {
        String text = "Terms\nDelivery\nWe deliver at once.\none\ntwo\na b";
        TransformResult expected = TransformResult.successMulti(
                List.of(Row.of("id", 7).with("text", text).with("page", 1)));
        assertThat(process(options(), row(HTML.getBytes(UTF_8)))).isEqualTo(expected);
        assertThat(process(options(), row(HTML.getBytes(UTF_16)))).isEqualTo(expected);
        assertThat(process(with("from", "text"), Row.of("id", 7).with("content", HTML)))
                .isEqualTo(expected);
    }

    @Test
    void readsFilesBelowTheRootAlone() throws Exception {
        Path root = Files.createDirectories(folder.resolve("docs/inner"));
        Files.write(root.resolve("a.pdf"), pdf("text"));
        Files.write(folder.resolve("secret.pdf"), pdf("secret"));
        Files.createSymbolicLink(root.resolve("link.pdf"), folder.resolve("secret.pdf"));
        Files.createSymbolicLink(root.resolve("up"), folder);
        Map<String, Object> options = Map.of("field", "path", "from", "path", "root", "docs");

        assertThat(process(options, Row.of("path", "inner/a.pdf")))
                .isEqualTo(TransformResult.successMulti(List.of(
                        Row.of("path", "inner/a.pdf").with("text", "text").with("page", 1))));
        for (String outside : List.of(
                "../secret.pdf",
                "inner/../../secret.pdf",
                folder.resolve("secret.pdf").toString(),
                "inner/link.pdf",
                "inner/up/secret.pdf",
                "",
                "a\u0000b")) {
            assertThat(reason(options, Row.of("path", outside))).as(outside).isEqualTo("path_outside_root");
        }
        assertThat(reason(options, Row.of("path", "inner/none.pdf"))).isEqualTo("file_not_found");
        assertThat(reason(options, Row.of("path", "inner"))).isEqualTo("unreadable_file");
    }

    @Test
    void namesWhyADocumentHasNoText() throws Exception {
        assertThat(reason(options(), row(pdf("", "")))).isEqualTo("no_text_layer");
        assertThat(reason(options(), row(Pdfs.encrypted("secret")))).isEqualTo("encrypted");
        assertThat(reason(options(), row("%PDF-1.7 and nothing else".getBytes(UTF_8))))
                .isEqualTo("unreadable_document");
        assertThat(reason(options(), row("plain".getBytes(UTF_8)))).isEqualTo("unknown_document_type");
        assertThat(reason(options(), Row.of("content", "~~~~"))).isEqualTo("not_base64");
        assertThat(reason(options(), Row.of("content", 5))).isEqualTo("not_text");
        assertThat(reason(options(), Row.of("id", 5))).isEqualTo("missing_field");
    }

    @Test
    void keepsItsBounds() {
        assertThat(reason(with("max_bytes", 100), passing())).isEqualTo("too_large");
        assertThat(reason(with("max_pages", 1), passing())).isEqualTo("too_many_pages");
    }

    @Test
    void needsARootForPathsOnly() {
        assertThat(problems(with("from", "path"))).hasSize(1);
        assertThat(problems(with("root", "docs"))).hasSize(1);
    }
}
