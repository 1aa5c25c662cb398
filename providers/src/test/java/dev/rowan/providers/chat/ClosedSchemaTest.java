package dev.rowan.providers.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

    @Test
    void isNotStrictWithWhatOpenAiDoesNotEnforce() {
        assertThat(strict(Map.of("type", "string", "default", "x"))).isFalse();
        assertThat(strict(Map.of("type", "array", "items", TEXT, "uniqueItems", true)))
                .isFalse();
        assertThat(strict(Map.of("type", "integer", "minimum", 1))).isTrue();
        assertThat(strict(TEXT)).isTrue();
    }

    @Test
    void isNotStrictWhenItIsTooLarge() {
        Map<String, @Nullable Object> deep = TEXT;
        for (int level = 2; level <= 5; level++) {
            deep = Map.of("type", "object", "properties", Map.of("a", deep), "required", List.of("a"));
        }
        var deeper = Map.of("type", "object", "properties", Map.of("a", deep), "required", List.of("a"));

        assertThat(strict(deep)).isTrue();
        assertThat(strict(Map.of("type", "array", "items", deeper))).isFalse();
        assertThat(strict(choices(1_000))).isTrue();
        assertThat(strict(choices(1_001))).isFalse();
    }

    private static Map<String, @Nullable Object> choices(int count) {
        return Map.of("enum", IntStream.range(0, count).boxed().toList());
    }

    private static boolean strict(Map<String, ? extends @Nullable Object> property) {
        return schema(Map.of("type", "object", "properties", Map.of("p", property), "required", List.of("p")))
                .isStrict();
    }

    private static AnswerSchema schema(Map<String, @Nullable Object> schema) {
        return new AnswerSchema("x", schema);
    }
}
