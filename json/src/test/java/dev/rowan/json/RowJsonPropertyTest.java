package dev.rowan.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowJsonPropertyTest {
    private static final long SEED = 20_261_115;

    @Test
    void readsBackRandomValues() throws JsonException {
        var random = new Random(SEED);
        for (int i = 0; i < 3_000; i++) {
            Object value = value(random, 4);
            assertThat(RowJson.readValue(RowJson.writeValue(value)))
                    .as("seed %d, value %d", SEED, i)
                    .isEqualTo(value);
        }
    }

    @Test
    void readsBackEveryCharacter() throws JsonException {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x3000 ? 1 : 97) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                String text = "x" + Character.toString(point) + "y";
                assertThat(RowJson.readValue(RowJson.writeValue(text))).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\n", "\u0001", "é", "€", "😀"})
    void readsBackLongTexts(String sign) throws JsonException {
        for (int times : new int[] {1, 7, 300, (1 << 20) + 1}) {
            String text = "plain " + sign.repeat(times) + " plain";
            assertThat(RowJson.readValue(RowJson.writeValue(text))).isEqualTo(text);
        }
    }

    @Test
    void escapesOnlyWhatJsonRequires() {
        assertThat(RowJson.writeValue("\"\\\b\t\n\f\r\u0000\u001f /\u007fé€😀"))
                .asString(UTF_8)
                .isEqualTo("\"\\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001F /\u007fé€😀\"");
    }

    @Test
    void writesDoubles() {
        assertThat(RowJson.writeValue(1.5)).asString(UTF_8).isEqualTo("1.5");
    }

    @Test
    void escapesHalvesOfSurrogatePairs() throws JsonException {
        assertThat(RowJson.writeValue("a\ud83dz")).asString(UTF_8).isEqualTo("\"a\\uD83Dz\"");
        for (String half : new String[] {"\ud83d", "a\ud83dz", "\ude00", "\ude00\ud83d"}) {
            assertThat(RowJson.readValue(RowJson.writeValue(half))).isEqualTo(half);
        }
    }

    @Test
    void writesARowToAStreamAsToBytes() {
        var row = Row.of("a", "é\n").with("b", 1L).with("c", null);
        var out = new ByteArrayOutputStream();
        RowJson.write(row, out);
        assertThat(out.toByteArray()).isEqualTo(RowJson.write(row)).isEqualTo(RowJson.writeValue(row.asMap()));
    }

    @Test
    void writesShortValuesOnOneLineAndIndentsLongOnes() {
        var value = new LinkedHashMap<String, Object>();
        value.put("b", Map.of("z", 1L, "a", true));
        value.put("a", "x".repeat(80));
        assertThat(PrettyJson.write(value))
                .isEqualTo("{\n  \"b\": {\"a\": true, \"z\": 1},\n  \"a\": \"" + "x".repeat(80) + "\"\n}\n");
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> null;
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextBoolean();
            case 3 -> new BigInteger(100, random).setBit(100);
            case 4 -> new BigDecimal(new BigInteger(80, random), 1 + random.nextInt(30));
            case 5 -> text(random);
            case 6 -> {
                var list = new ArrayList<@Nullable Object>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
            default -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(text(random), value(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            int point = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(0x80);
                case 1 -> 'a' + random.nextInt(26);
                case 2 -> 0x80 + random.nextInt(0x2000);
                default -> 0x1F300 + random.nextInt(0x300);
            };
            text.appendCodePoint(point);
        }
        return text.toString();
    }
}
