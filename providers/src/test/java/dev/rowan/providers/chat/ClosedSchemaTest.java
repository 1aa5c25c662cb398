package dev.rowan.providers.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClosedSchemaTest {
    private static final Map<String, @Nullable Object> TEXT = Map.of("type", "string");

    @Test
    void closesEveryObjectThatNamesItsProperties() {
        var inner = Map.of("type", "object", "properties", Map.of("b", TEXT), "required", List.of("b"));
        var schema = schema(Map.of(
                "type", "object",
                "properties",
                        Map.of("a", Map.of("type", "array", "items", inner), "c", Map.of("anyOf", List.of(inner))),
                "required", List.of("a", "c"),
                "$defs", Map.of("d", inner)));

        assertThat(schema.closed()).containsEntry("additionalProperties", false);
        assertThat(schema.closed().toString().split("additionalProperties=false", -1))
                .hasSize(5);
        assertThat(schema.isStrict()).isTrue();
        assertThat(schema.schema()).doesNotContainKey("additionalProperties");
    }

    @Test
    void leavesAnOpenObjectOpen() {
        var any = schema(Map.of("type", "object"));
        var more = schema(Map.of("type", "object", "properties", Map.of("a", TEXT), "additionalProperties", TEXT));

        assertThat(any.closed()).isEqualTo(any.schema());
        assertThat(more.closed()).isEqualTo(more.schema());
        assertThat(any.isStrict()).isFalse();
        assertThat(more.isStrict()).isFalse();
    }

    @Test
    void isNotStrictWhenAPropertyMayBeMissingOrTheRootIsNoObject() {
        assertThat(schema(Map.of("type", "object", "properties", Map.of("a", TEXT)))
                        .isStrict())
                .isFalse();
        assertThat(schema(Map.of("type", "array", "items", TEXT)).isStrict()).isFalse();
        assertThat(schema(Map.of(
                                "type", "object",
                                "properties", Map.of("a", Map.of("oneOf", List.of(TEXT))),
                                "required", List.of("a")))
                        .isStrict())
                .isFalse();
    }

    private static AnswerSchema schema(Map<String, @Nullable Object> schema) {
        return new AnswerSchema("x", schema);
    }
}
