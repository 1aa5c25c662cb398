package dev.rowan.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainJsonTest {
    private static final long SEED = 20_261_115;
    private static final String REPLY = """
            {"id":"chatcmpl-1","object":"chat.completion","created":1800000000,"choices":[{"index":0,"message":\
            {"role":"assistant","content":"positive","refusal":null},"logprobs":null,"finish_reason":"stop"}],\
            "usage":{"prompt_tokens":120,"completion_tokens":-2,"details":{}},"tools":[ ],"done":true,"left":false}
            """;

    @Test
    void readsAReplyAsJacksonDoes() throws JsonException {
        assertThat(plain(REPLY)).isTrue();
        assertThat(RowJson.readValue(bytes(REPLY))).isEqualTo(byJackson(REPLY));
    }

    @Test
    void readsTheBoundsAsJacksonDoes() throws JsonException {
        for (String json : List.of(
                "0",
                "-1",
                "999999999999999999",
                "-999999999999999999",
                "null",
                "true",
                "\"\"",
                "[]",
                "{}",
                " [ 1 , 2 ] ")) {
            assertThat(plain(json)).as(json).isTrue();
            assertThat(RowJson.readValue(bytes(json))).as(json).isEqualTo(byJackson(json));
        }
    }

    @Test
    void keepsTheOrderOfFields() throws JsonException {
        assertThat(String.valueOf(RowJson.readValue(bytes("{\"b\":1,\"a\":2,\"c\":3}"))))
                .isEqualTo("{b=1, a=2, c=3}");
    }

    @Test
    void leavesToJacksonWhatIsNotPlain() {
        for (String json : List.of(
                "\"é\"",
                "\"a\\n\"",
                "1.5",
                "1e3",
                "-0",
                "1000000000000000000",
                "[".repeat(33) + "]".repeat(33),
                "\ufeff{}")) {
            assertThat(plain(json)).as(json).isFalse();
        }
    }

    @Test
    void readsNothingThatBreaksARule() {
        for (String json : List.of(
                "",
                " ",
                "01",
                "-",
                "-01",
                "+1",
                ".5",
                "1.",
                "1 2",
                "{} {}",
                "[1,]",
                "[,1]",
                "{\"a\":1,}",
                "{,}",
                "{\"a\"}",
                "{a:1}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":null,\"a\":2}",
                "[1}",
                "{\"a\":1]",
                "[",
                "{\"a\":",
                "\"a",
                "tru",
                "truex",
                "nullnull",
                "1x",
                "NaN",
                "'a'",
                "\"\t\"",
                "\u0000",
                "{}\u0000",
                "[1\u0000]",
                "[1//\n]",
                "\u00a01",
                "[1] x")) {
            assertThat(plain(json)).as(json).isFalse();
        }
    }

    @Test
    void readsWhateverItReadsAsJacksonDoes() {
        var random = new Random(SEED);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] json = RowJson.writeByJackson(value(random, 4));
            for (int changes = random.nextInt(3); changes > 0 && json.length > 0; changes--) {
                json = changed(json, random);
            }
            var plain = PlainJson.read(json, 0, json.length);
            if (plain.isPresent()) {
                read++;
                assertThat(plain.get().value())
                        .as("seed %d, document %d: %s", SEED, i, new String(json, UTF_8))
                        .isEqualTo(byJackson(json));
            }
        }
        assertThat(read).as("documents that were plain").isGreaterThan(5_000);
    }

    @Test
    void readsAPartOfTheBytes() {
        byte[] json = bytes("xx{\"a\":[1]}yy");
        assertThat(PlainJson.read(json, 2, json.length - 4).orElseThrow().value())
                .isEqualTo(Map.of("a", List.of(1L)));
        assertThat(PlainJson.read(json, 2, json.length - 5)).isEmpty();
        assertThat(PlainJson.read(json, 2, json.length - 3)).isEmpty();
    }

    private static byte[] changed(byte[] json, Random random) {
        int at = random.nextInt(json.length);
        byte[] signs = bytes("{}[],:\"\\ 01-9.eatn\n\u0000x");
        return switch (random.nextInt(3)) {
            case 0 -> Arrays.copyOf(json, at);
            case 1 -> {
                byte[] other = json.clone();
                other[at] = signs[random.nextInt(signs.length)];
                yield other;
            }
            default -> {
                byte[] longer = Arrays.copyOf(json, json.length + 1);
                System.arraycopy(json, at, longer, at + 1, json.length - at);
                longer[at] = signs[random.nextInt(signs.length)];
                yield longer;
            }
        };
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> "text " + random.nextInt(1_000);
            case 4 -> random.nextInt(10) == 0 ? "naïve \"quoted\"\n" : "";
            case 5 -> (long) random.nextInt(10);
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
                    map.put("field" + random.nextInt(5), value(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static boolean plain(String json) {
        byte[] bytes = bytes(json);
        return PlainJson.read(bytes, 0, bytes.length).isPresent();
    }

    private static @Nullable Object byJackson(String json) throws JsonException {
        return RowJson.readByJackson(bytes(json), 0, bytes(json).length);
    }

    /// What Jackson reads; its complaint where it refuses, which equals nothing that is read.
    private static @Nullable Object byJackson(byte[] json) {
        try {
            return RowJson.readByJackson(json, 0, json.length);
        } catch (JsonException refused) {
            return refused;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
