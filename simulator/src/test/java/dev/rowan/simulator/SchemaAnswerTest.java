package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An answer for which a schema was asked is valid for it, as another validator sees it.
class SchemaAnswerTest {
    private static final Map<String, Object> RICH = Map.of(
            "type",
            "object",
            "additionalProperties",
            false,
            "required",
            List.of("mood", "score", "count", "tags", "code", "nested", "maybe", "kind", "when", "node"),
            "properties",
            Map.of(
                    "mood", Map.of("type", "string", "enum", List.of("positive", "negative", "neutral")),
                    "score", Map.of("type", "number", "minimum", 0, "maximum", 1),
                    "count", Map.of("type", "integer", "minimum", 10, "maximum", 12, "multipleOf", 2),
                    "tags", Map.of("type", "array", "minItems", 3, "items", Map.of("type", "string", "maxLength", 4)),
                    "code", Map.of("type", "string", "pattern", "^[A-Z]{3}-\\d+$"),
                    "nested",
                            Map.of(
                                    "type",
                                    "object",
                                    "additionalProperties",
                                    false,
                                    "required",
                                    List.of("flag"),
                                    "properties",
                                    Map.of("flag", Map.of("type", "boolean"))),
                    "maybe", Map.of("type", List.of("string", "null")),
                    "kind", Map.of("const", "review"),
                    "when", Map.of("type", "string", "format", "date"),
                    "node", Map.of("$ref", "#/$defs/node")),
            "$defs",
            Map.of(
                    "node",
                    Map.of(
                            "type",
                            "object",
                            "additionalProperties",
                            false,
                            "required",
                            List.of("next"),
                            "properties",
                            Map.of(
                                    "next",
                                    Map.of(
                                            "anyOf",
                                            List.of(Map.of("$ref", "#/$defs/node"), Map.of("type", "null")))))));

    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(text(RICH), InputFormat.JSON);
    private TestBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = TestBench.open(Map.of());
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private static String text(Map<String, ?> value) {
        return new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
    }

    @Test
    void everyProviderAnswersValidly() throws Exception {
        Map<String, Object> named = Map.of("name", "rich", "strict", true, "schema", RICH);
        for (int i = 0; i < 20; i++) {
            String ask = "I love number " + i;
            valid(
                    Call.openAi(ask).set("response_format", Map.of("type", "json_schema", "json_schema", named)),
                    "choices.0.message.content");
            valid(
                    Call.responses(ask)
                            .set(
                                    "text",
                                    Map.of(
                                            "format",
                                            Map.of(
                                                    "type",
                                                    "json_schema",
                                                    "name",
                                                    "rich",
                                                    "strict",
                                                    true,
                                                    "schema",
                                                    RICH))),
                    "output.0.content.0.text");
            valid(
                    Call.anthropic(ask)
                            .set("max_tokens", 4_000)
                            .set("output_config", Map.of("format", Map.of("type", "json_schema", "schema", RICH))),
                    "content.0.text");
            valid(
                    Call.gemini(ask)
                            .set(
                                    "generationConfig",
                                    Map.of("responseMimeType", "application/json", "responseJsonSchema", RICH)),
                    "candidates.0.content.parts.0.text");
        }
    }

    private void valid(Call call, String path) throws Exception {
        String answer = String.valueOf(bench.post(call).at(path));

        assertThat(schema.validate(answer, InputFormat.JSON)).as(answer).isEmpty();
        assertThat(answer).contains("\"mood\":\"positive\"").contains("\"kind\":\"review\"");
    }

    @Test
    void someJsonIsGivenWhenNoSchemaIsAskedFor() throws Exception {
        var got = bench.post(Call.openAi("hello").set("response_format", Map.of("type", "json_object")));

        assertThat(got.at("choices.0.message.content")).isEqualTo("{\"answer\":\"Echo: hello\"}");
    }
}
