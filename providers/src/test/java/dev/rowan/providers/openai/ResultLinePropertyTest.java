package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// No line makes the reader throw, and a line that is whole gives back every byte of its body. Failures print
/// the seed.
class ResultLinePropertyTest {
    private static final List<String> LINES = List.of(
            "{\"id\":\"batch_req_1\",\"custom_id\":\"r7-0001\",\"response\":{\"status_code\":200,\"request_id\":\"req_1\","
                    + "\"body\":{\"id\":\"chatcmpl-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                    + "\"content\":\"grün \\u00fc \\\" }\",\"refusal\":null},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":9}}},\"error\":null}",
            "{\"custom_id\":\"r7-0002\",\"response\":{\"status_code\":400,\"body\":{\"error\":{\"message\":\"…\"}}},\"error\":null}",
            "{\"id\":\"b\",\"custom_id\":\"r7-0003\",\"response\":null,\"error\":{\"code\":\"batch_expired\",\"message\":\"m\"}}");

    @Property(tries = 3_000)
    void neverThrowsForALineThatWasCutOrChanged(
            @ForAll long seed, @ForAll @IntRange(max = 2) int which, @ForAll @IntRange(max = 6) int flips) {
        var random = new SplittableRandom(seed);
        byte[] line = LINES.get(which).getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(line, random.nextInt(line.length + 1));
        for (int i = 0; i < flips && cut.length > 0; i++) {
            cut[random.nextInt(cut.length)] = (byte) random.nextInt(256);
        }
        if (flips == 6) {
            random.nextBytes(cut);
        }

        Optional<ItemResult> read = ResultLine.read(cut);

        assertThat(flips == 0 && cut.length < line.length && read.isPresent())
                .as("a cut line was read, seed %s: %s", seed, HexFormat.of().formatHex(cut))
                .isFalse();
    }

    @Property(tries = 1_000)
    void givesBackEveryByteOfTheBody(@ForAll String text, @ForAll @IntRange(min = 100, max = 599) int status) {
        byte[] body = RowJson.writeValue(Map.of("text", text, "list", List.of(1, text)));
        String line = "{\"custom_id\":\"a-1\",\"response\":{\"status_code\":" + status + ",\"body\":"
                + new String(body, StandardCharsets.UTF_8) + "}}";

        Optional<ItemResult> read = ResultLine.read(line.getBytes(StandardCharsets.UTF_8));

        assertThat(read).hasValueSatisfying(item -> {
            assertThat(((ItemResult.Replied) item).reply().body().bytes()).isEqualTo(body);
            assertThat(((ItemResult.Replied) item).reply().status()).isEqualTo(status);
        });
    }
}
