package dev.rowan.providers.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Accepts and rejects the same lines as a full parse, and reads the same values. Failures print the line.
class JsonFieldReaderPropertyTest {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> PARTS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\"a\"",
            "\"b\\n\"",
            "\"\\u00e4\"",
            "\"\\ud83d\\ude00\"",
            "\"ä€😀\"",
            "\\",
            "\\u12",
            "0",
            "-",
            "1",
            "12.5",
            "1e9",
            "01",
            "1.",
            "-0.0E+3",
            "true",
            "false",
            "null",
            "nul",
            " ",
            "\n",
            "\t",
            "{}",
            "[]",
            "{\"a\":1}",
            "{\"k\":[1,{\"x\":null}],\"z\":\"\"}");

    private static boolean jacksonAccepts(byte[] line) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            int depth = 1;
            for (JsonToken next = parser.nextToken(); next != null; next = parser.nextToken()) {
                depth += next.isStructStart() ? 1 : next.isStructEnd() ? -1 : 0;
                if (next == JsonToken.VALUE_STRING) {
                    parser.getString();
                }
                if (depth == 0) {
                    return parser.nextToken() == null;
                }
            }
            return false;
        } catch (JacksonException _) {
            return false;
        }
    }

    private static void assertSameVerdict(byte[] line, String seed) {
        assertThat(JsonFieldReader.read(line, (_, _) -> {}))
                .as("%s: %s = %s", seed, HexFormat.of().formatHex(line), new String(line, StandardCharsets.UTF_8))
                .isEqualTo(jacksonAccepts(line));
    }

    @Property(tries = 20_000)
    void acceptsWhatJacksonAccepts(@ForAll long seed) {
        var random = new SplittableRandom(seed);
        var text = new StringBuilder("{\"a\":");
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        assertSameVerdict(
                text.append(random.nextInt(4) == 0 ? "" : "}").toString().getBytes(StandardCharsets.UTF_8), "" + seed);
    }

    @Property(tries = 20_000)
    void acceptsOfAChangedLineWhatJacksonAccepts(@ForAll long seed) {
        var random = new SplittableRandom(seed);
        byte[] line = "{\"custom_id\" : \"ä-1\",\"r\":{\"n\":[-1.5e3,true,null,{}],\"t\":\"x\\\"\\u00fc\\\\\"}}"
                .getBytes(StandardCharsets.UTF_8);
        line[random.nextInt(line.length)] = (byte) (random.nextBoolean() ? random.nextInt(0x80) : random.nextInt(256));
        // a zero at the beginning is another encoding to Jackson
        if (line[1] != 0 && line[0] == '{') {
            assertSameVerdict(line, "" + seed);
        }
    }

    @Property(tries = 200)
    @Tag("slow")
    void readsWhatWasWritten(@ForAll Map<String, String> fields) {
        var read = new LinkedHashMap<String, String>();
        byte[] line = RowJson.writeValue(fields);

        assertThat(JsonFieldReader.read(
                        line, (name, value) -> read.put(name, value.text().orElseThrow())))
                .isTrue();

        assertThat(read).isEqualTo(read(line));
    }

    private static Map<String, String> read(byte[] line) {
        try {
            var read = new LinkedHashMap<String, String>();
            ((Map<?, ?>) Objects.requireNonNull(RowJson.readValue(line)))
                    .forEach((key, value) -> read.put((String) key, (String) value));
            return read;
        } catch (JsonException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{\"b\":[1,2]},\"c\":\"d\"}", " {\"a\" : {\"b\" : [ 1 ,2] } ,\"c\":\"d\" } \n"})
    void readsAValueAgainAfterItsFieldsWereRead(String line) {
        var seen = new ArrayList<String>();
        boolean whole = JsonFieldReader.read(line.getBytes(StandardCharsets.UTF_8), (name, value) -> {
            value.readObject((inner, within) -> seen.add(inner + within.isNonEmpty() + within.isObject()));
            seen.add(name + value.isObject() + new String(value.bytes(), StandardCharsets.UTF_8).replace(" ", ""));
        });
        assertThat(whole).isTrue();
        assertThat(seen).containsExactly("btruefalse", "atrue{\"b\":[1,2]}", "cfalsed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"12\"", "12", "\"012345678\""})
    void readsIntegersAndStringsOfDigits(String value) {
        var numbers = new ArrayList<Integer>();
        JsonFieldReader.read(
                ("{\"n\":" + value + "}").getBytes(StandardCharsets.UTF_8),
                (_, field) -> field.integer().ifPresent(numbers::add));
        assertThat(numbers).containsExactly(value.contains("678") ? 12345678 : 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "1.5", "-3", "1234567890", "null", "[1]", "\"x1\""})
    void rejectsOtherValuesAsIntegers(String value) {
        var numbers = new ArrayList<Integer>();
        assertThat(JsonFieldReader.read(
                        ("{\"n\":" + value + "}").getBytes(StandardCharsets.UTF_8),
                        (_, field) -> field.integer().ifPresent(numbers::add)))
                .isTrue();
        assertThat(numbers).isEmpty();
    }
}
