package dev.rowan.providers.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrammarLintTest {

    private static Optional<String> lint(String json) throws JsonException {
        var schema = new LinkedHashMap<String, @Nullable Object>();
        if (RowJson.readValue(json.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> schema.put((String) key, value));
        }
        return GrammarLint.of(new AnswerSchema("x", schema).closed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'object','properties':{'a':{'type':'integer','minimum':1}}} | output_schema/properties/a has 'minimum'",
                "{'type':'object','properties':{'a':{'type':'string','maxLength':9}}} | has 'maxLength'",
                "{'type':'array','items':{'type':'string'},'minItems':2} | output_schema has 'minItems'",
                "{'type':'object','properties':{'a':{'anyOf':[{'type':'number','multipleOf':2}]}}} | a/anyOf has 'multipleOf'",
                "{'type':'object'} | is an object with properties that are not named",
                "{'type':'object','properties':{'a':{'$ref':'#'}}} | a schema that holds itself",
                "{'type':'object','properties':{'a':{'$ref':'#/$defs/t'}},'$defs':{'t':{'type':'array','items':{'$ref':'#/$defs/t'}}}} | holds itself",
                "{'type':'object','properties':{'a':{'$ref':'https://x/y'}}} | refers to another document",
            })
    void namesWhatAnthropicRefuses(String schema, String words) throws JsonException {
        assertThat(lint(schema.replace('\'', '"')))
                .hasValueSatisfying(why -> assertThat(why).contains(words).contains("Anthropic rejects it"));
    }

    @Test
    void letsTheUsualPass() throws JsonException {
        assertThat(lint("""
                {"type":"object","properties":{"mood":{"type":"string","enum":["a","b"]},"minimum":{"type":"integer"},
                "all":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/one"}},"again":{"$ref":"#/$defs/one"}},
                "required":["mood"],"$defs":{"one":{"type":"object","properties":{"x":{"type":["string","null"]}}}}}""")).isEmpty();
    }

    @Test
    void isNotSlowForReferencesThatMultiply() throws JsonException {
        var defs = new StringBuilder("\"d0\":{\"type\":\"string\"}");
        for (int i = 1; i < 60; i++) {
            defs.append(",\"d%d\":{\"anyOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]}"
                    .formatted(i, i - 1, i - 1));
        }

        assertThat(lint("{\"$defs\":{" + defs + "},\"$ref\":\"#/$defs/d59\"}")).isEmpty();
    }
}
