package dev.rowan.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonBytesTest {
    private static final long SEED = 20_261_115;

    @Test
    void writesWhatJacksonWrites() {
        var random = new Random(SEED);
        for (int i = 0; i < 3_000; i++) {
            Object value = value(random, 4);
            var json = new JsonBytes(1);
            assertThat(json.value(value)).as("seed %d, value %d", SEED, i).isTrue();
            assertThat(new String(json.copy(), UTF_8))
                    .as("seed %d, value %d", SEED, i)
                    .isEqualTo(new String(RowJson.writeByJackson(value), UTF_8));
        }
    }

    @Test
    void writesEveryCharacterAsJacksonDoes() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x3000 ? 1 : 97) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                String text = "x" + Character.toString(point) + "y";
                assertThat(RowJson.writeValue(text)).isEqualTo(RowJson.writeByJackson(text));
            }
        }
    }

    @Test
    void leavesToJacksonWhatItDoesNotKnow() {
        assertThat(new JsonBytes(8).value(1.5)).isFalse();
        assertThat(RowJson.writeValue(1.5)).asString(UTF_8).isEqualTo("1.5");
    }

    @Test
    void writesLongTextsAsJacksonDoesWhereverASignStands() {
        String signs = "\"\\\n\u0000\u001f ?!#[]~\u007f/é€😀\ud83d\ude00x";
        for (int before = 24; before < 50; before++) {
            for (int first = 0; first < signs.length(); first++) {
                for (int second = 0; second < signs.length(); second++) {
                    String text = "abcdefg ".repeat(8).substring(0, before)
                            + signs.charAt(first)
                            + signs.charAt(second)
                            + "?ijklmnopqr".substring(0, before % 11);
                    assertThat(outcome(() -> RowJson.writeValue(text)))
                            .as(text)
                            .isEqualTo(outcome(() -> RowJson.writeByJackson(text)));
                }
            }
        }
    }

    @Test
    void makesRoomAsItIsNeeded() {
        for (String sign : new String[] {"x", "\n", "\u0001", "é", "€", "😀"}) {
            for (int times : new int[] {1, 7, 300, (1 << 20) + 1}) {
                String text = "plain " + sign.repeat(times) + " plain";
                var json = new JsonBytes(1);
                assertThat(json.value(text)).isTrue();
                assertThat(json.copy()).isEqualTo(RowJson.writeByJackson(text));
            }
        }
    }

    @Test
    void leavesHalvesOfSurrogatePairsToJackson() {
        for (String broken : new String[] {"\ud83d", "a\ud83dz", "\ude00", "\ude00\ud83d"}) {
            assertThat(new JsonBytes(8).value(broken)).isFalse();
            assertThat(outcome(() -> RowJson.writeValue(broken)))
                    .isEqualTo(outcome(() -> RowJson.writeByJackson(broken)));
        }
    }

    /// What was written, or the kind of what was thrown.
    private static String outcome(Supplier<byte[]> writing) {
        try {
            return new String(writing.get(), UTF_8);
        } catch (RuntimeException refused) {
            return refused.getClass().getName();
        }
    }

    @Test
    void writesARowToAStreamAsToBytes() {
        var row = dev.rowan.api.Row.of("a", "é\n").with("b", 1L).with("c", null);
        var out = new ByteArrayOutputStream();
        RowJson.write(row, out);
        assertThat(out.toByteArray()).isEqualTo(RowJson.write(row)).isEqualTo(RowJson.writeByJackson(row.asMap()));
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> null;
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextInt();
            case 3 -> random.nextBoolean();
            case 4 -> new BigInteger(100, random);
            case 5 -> new BigDecimal(new BigInteger(80, random), random.nextInt(60) - 30);
            case 6 -> text(random);
            case 7 -> {
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
