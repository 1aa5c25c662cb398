package dev.rowan.web.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class DiagramSvgTest {
    private static final Map<String, Object> MODERATION = Map.of(
            "run",
            Map.of("name", "moderation"),
            "source",
            Map.of("plugin", "csv", "options", Map.of("path", "messages.csv", "on_error", "unreadable")),
            "transforms",
            List.of(
                    Map.of(
                            "plugin",
                            "azure_content_safety",
                            "options",
                            Map.of("fields", "text", "pool_size", 10, "on_error", "blocked")),
                    Map.of(
                            "plugin",
                            "llm",
                            "name",
                            "mood",
                            "options",
                            Map.of(
                                    "model",
                                    "openai/gpt-4o-mini",
                                    "mode",
                                    "batch",
                                    "batch",
                                    Map.of("max_requests", 100),
                                    "retry",
                                    Map.of("max_attempts", 3),
                                    "on_error",
                                    "discard")),
                    Map.of("plugin", "truncate", "options", Map.of("fields", "text", "on_error", "nowhere"))),
            "sinks",
            new LinkedHashMap<>(sinks()));

    private static Map<String, Object> sinks() {
        var sinks = new LinkedHashMap<String, Object>();
        for (String name : List.of("output", "blocked", "unreadable")) {
            sinks.put(name, Map.of("plugin", "jsonl", "options", Map.of("path", "out/" + name + ".jsonl")));
        }
        return sinks;
    }

    private static Diagram sketch(Map<String, Object> root, List<Problem> problems) {
        return DiagramReader.read(ConfigNode.of(root), problems, "pipeline");
    }

    private static Diagram moderation() {
        return sketch(
                MODERATION,
                List.of(new Problem(
                        "config.unknown_sink",
                        ConfigLocation.CODE,
                        "transforms[2].options.on_error",
                        "there is no sink 'nowhere'",
                        Optional.empty())));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static String resource(String name) throws Exception {
        try (InputStream in = DiagramSvgTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void drawsTheSameBytesAsBefore() throws Exception {
        assertThat(DiagramSvg.file(moderation())).isEqualTo(resource("moderation.svg"));
    }

    @Test
    void showsWhatMatters() {
        assertThat(DiagramSvg.file(moderation()))
                .contains("pool 10", "openai/gpt-4o-mini", "mode batch · ≤ 100 a job", "≤ 3 attempts", "messages.csv")
                .contains("on error", "unreadable", "discarded", "⚠ 1 problem", "no such sink")
                .contains("<title>Pipeline moderation</title>", "prefers-color-scheme: dark")
                .doesNotContain("<script");
    }

    @Test
    void keepsHostileNamesText() throws Exception {
        String evil = "]]></style><script>alert(1)</script>\"' onload=\"x\" & \u0000\u202e";
        var root = Map.<String, Object>of(
                "run",
                Map.of("name", evil),
                "source",
                Map.of("plugin", evil, "options", Map.of("path", evil)),
                "transforms",
                List.of(Map.of("plugin", evil, "name", evil, "options", Map.of("model", evil, "on_error", evil))),
                "sinks",
                Map.of(evil, Map.of("plugin", evil)));
        String svg = DiagramSvg.file(sketch(root, List.of()));
        assertThat(svg).doesNotContain("<script", "\u202e");
        Document document = parsed(svg);
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("style").getLength()).isEqualTo(1);
    }

    @Test
    void letsNothingOverlap() throws Exception {
        for (int size : List.of(0, 1, 2, 7, 60)) {
            var transforms = new ArrayList<Map<String, Object>>();
            for (int i = 0; i < size; i++) {
                transforms.add(
                        Map.of("plugin", "llm", "options", Map.of("model", "m".repeat(200), "on_error", "s" + i % 9)));
            }
            var sinks = new LinkedHashMap<String, Object>();
            sinks.put("output", Map.of("plugin", "jsonl"));
            for (int i = 0; i < Math.min(size, 9); i++) {
                sinks.put("s" + i, Map.of("plugin", "jsonl"));
            }
            Diagram sketch = sketch(
                    Map.of("source", Map.of("plugin", "csv"), "transforms", transforms, "sinks", sinks), List.of());
            DiagramLayout plan = DiagramPlanner.plan(sketch, true);
            assertThat(plan.boxes()).hasSize(2 + size + Math.min(size, 9));
            for (DiagramLayout.Box one : plan.boxes()) {
                assertThat(one.right()).isLessThanOrEqualTo(plan.width());
                assertThat(one.bottom()).isLessThanOrEqualTo(plan.height());
                assertThat(plan.boxes())
                        .filteredOn(other -> !other.equals(one) && overlap(one, other))
                        .isEmpty();
            }
            parsed(DiagramSvg.file(sketch));
        }
    }

    private static boolean overlap(DiagramLayout.Box one, DiagramLayout.Box other) {
        return one.x() < other.right()
                && other.x() < one.right()
                && one.y() < other.bottom()
                && other.y() < one.bottom();
    }

    @Test
    void hidesSecretsWrittenInTheFile() {
        var options = new LinkedHashMap<String, Object>();
        options.put("api_key", "sk-123");
        options.put("output_key", "mood");
        options.put("sas_token", "file:token.txt");
        Diagram sketch = sketch(Map.of("transforms", List.of(Map.of("plugin", "llm", "options", options))), List.of());
        assertThat(sketch.transforms().getFirst().settings())
                .containsExactly(
                        new Diagram.Setting("api_key", "[secret]"),
                        new Diagram.Setting("output_key", "mood"),
                        new Diagram.Setting("sas_token", "file:token.txt"));
    }

    @Test
    void drawsTheReadablePartOfABrokenFile() {
        assertThat(DiagramSvg.file(sketch(Map.of("transforms", "none", "sinks", List.of()), List.of())))
                .contains("Rows go from nowhere");
        assertThat(DiagramSvg.file(sketch(Map.of("source", 7, "transforms", List.of("x")), List.of())))
                .contains(">?<");
    }

    @Test
    void looksTheSameInAPageAndInAFile() throws Exception {
        assertThat(resource("/dev/rowan/web/assets/rowan.css")).contains(resource("picture.css"));
    }
}
