package dev.rowan.providers.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.RowJson;
import dev.rowan.providers.anthropic.AnthropicBatches;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.gemini.GeminiBatches;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// No line makes Anthropic's or Gemini's reader throw, and a line that is whole gives back every byte of its body.
/// Failures print the seed.
class ResultLinesPropertyTest {
    private static final ChatEndpoint ENDPOINT = new ChatEndpoint(
            URI.create("https://localhost"),
            Secret.of("test", "key-0123456789"),
            Optional.empty(),
            Duration.ofSeconds(1),
            ExtraHeaders.NONE);
    private static final BatchService ANTHROPIC = new AnthropicBatches(ENDPOINT, "m", BatchSimulator::receipt);
    private static final BatchService GEMINI = new GeminiBatches(ENDPOINT, "m", BatchSimulator::receipt);

    private static final List<String> LINES = List.of(
            "{\"custom_id\":\"r7-0001\",\"result\":{\"type\":\"succeeded\",\"message\":{\"id\":\"msg_1\",\"content\":"
                    + "[{\"type\":\"text\",\"text\":\"grün \\u00fc \\\" }\"}],\"usage\":{\"input_tokens\":12}}}}",
            "{\"custom_id\":\"r7-0002\",\"result\":{\"type\":\"errored\",\"error\":{\"type\":\"error\",\"error\":"
                    + "{\"type\":\"invalid_request_error\",\"message\":\"…\"},\"request_id\":\"req_1\"}}}",
            "{\"key\":\"r7-0001\",\"response\":{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"{}\"}]}}]}}",
            "{\"metadata\":{\"key\":\"r7-0002\"},\"error\":{\"code\":8,\"message\":\"…\",\"details\":[{\"a\":1}]}}");

    @Property(tries = 4_000)
    void neverThrowsForALineThatWasCutOrChanged(
            @ForAll long seed, @ForAll @IntRange(max = 3) int which, @ForAll @IntRange(max = 6) int flips) {
        var random = new SplittableRandom(seed);
        byte[] line = LINES.get(which).getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(line, random.nextInt(line.length + 1));
        for (int i = 0; i < flips && cut.length > 0; i++) {
            cut[random.nextInt(cut.length)] = (byte) random.nextInt(256);
        }

        Optional<ItemResult> message = ANTHROPIC.result(cut);
        Optional<ItemResult> response = GEMINI.result(cut);
        boolean read = message.isPresent() || response.isPresent();

        assertThat(flips == 0 && read)
                .as("read, seed %s: %s", seed, HexFormat.of().formatHex(cut))
                .isEqualTo(flips == 0 && cut.length == line.length);
    }

    @Property(tries = 500)
    void givesBackEveryByteOfTheBody(@ForAll String text) {
        byte[] body = RowJson.writeValue(Map.of("text", text, "list", List.of(1, text)));
        String json = new String(body, StandardCharsets.UTF_8);
        String message = "{\"custom_id\":\"a-1\",\"result\":{\"type\":\"succeeded\",\"message\":" + json + "}}";
        String response = "{\"metadata\":{\"key\":\"a-1\"},\"response\":" + json + "}";

        assertThat(body(ANTHROPIC, message)).isEqualTo(body);
        assertThat(body(GEMINI, response)).isEqualTo(body);
    }

    private static byte[] body(BatchService service, String line) {
        var item = (ItemResult.Replied)
                service.result(line.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return item.reply().body().bytes();
    }
}
