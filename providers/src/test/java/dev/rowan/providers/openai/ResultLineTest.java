package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.WireReply;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultLineTest {

    private static Optional<ItemResult> read(String line) {
        return ResultLine.read(line.getBytes(StandardCharsets.UTF_8));
    }

    private static WireReply.Complete reply(String line) {
        return ((ItemResult.Replied) read(line).orElseThrow()).reply();
    }

    @Test
    void keepsTheBodyUnchanged() {
        String body = "{ \"a\" : [1, 2.50, \"ü\\u00e9 }\"],\"b\":{\"c\":null} ,\"n\":1e2}";
        String line = "{\"id\":\"batch_req_1\",\"custom_id\":\"s-1\",\"response\":{\"status_code\":200,"
                + "\"request_id\":\"req_1\",\"body\":" + body + "},\"error\":null}";

        WireReply.Complete reply = reply(line);

        assertThat(reply.body().asText()).isEqualTo(body);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers().first("x-request-id")).contains("req_1");
    }

    @Test
    void readsAnyOrderAndPassesOverTheUnknown() {
        String line = "\uFEFF{\"error\":{\"code\":null},\"more\":[{\"body\":1}],\"response\":{\"body\":{\"x\":1},"
                + "\"headers\":{\"a\":[]},\"status_code\":\"429\"},\"custom_id\":\"s-2\"} \r";

        assertThat(reply(line).status()).isEqualTo(429);
        assertThat(reply(line).body().asText()).isEqualTo("{\"x\":1}");
        assertThat(reply(line).headers().has("x-request-id")).isFalse();
    }

    @Test
    void takesABodyThatIsMissingOrNoObjectAsWhatItIs() {
        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":500}}")
                        .body()
                        .size())
                .isZero();
        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":500,\"body\":null}}")
                        .body()
                        .size())
                .isZero();
        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":502,\"body\":\"<html>\"}}")
                        .body()
                        .asText())
                .isEqualTo("<html>");
        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":[1, 2]}}")
                        .body()
                        .asText())
                .isEqualTo("[1, 2]");
        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":7.10}}")
                        .body()
                        .asText())
                .isEqualTo("7.10");
    }

    @Test
    void keepsABodyHoweverDeepItIs() {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThat(reply("{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":" + deep + "}}")
                        .body()
                        .asText())
                .isEqualTo(deep);
    }

    @Test
    void dropsARequestIdThatNoHeaderCanCarry() {
        String line =
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"request_id\":\"a\\r\\nb: c\",\"body\":{}}}";

        assertThat(reply(line).headers().fields()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"batch_expired", "Batch_Expired", "expired"})
    void knowsWhatExpired(String code) {
        assertThat(read("{\"custom_id\":\"a\",\"response\":null,\"error\":{\"code\":\"" + code
                        + "\",\"message\":\"late\"}}"))
                .contains(new ItemResult.NotExecuted("a", ItemResult.NotExecutedCause.EXPIRED, "late"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"batch_cancelled", "batch_canceled"})
    void knowsWhatWasCancelled(String code) {
        assertThat(read("{\"custom_id\":\"a\",\"error\":{\"code\":\"" + code + "\"}}"))
                .contains(new ItemResult.NotExecuted("a", ItemResult.NotExecutedCause.CANCELLED, "no reason given"));
    }

    @Test
    void takesAnotherErrorForAFaultOfTheProvider() {
        WireReply.Complete reply = reply(
                "{\"custom_id\":\"a\",\"response\":null,\"error\":{\"code\":\"request_timeout\",\"message\":\"m\"}}");

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.body().asText()).isEqualTo("{\"error\":{\"code\":\"request_timeout\",\"message\":\"m\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"custom_id\":7,\"response\":{\"status_code\":200,\"body\":{}}}",
                "{\"custom_id\":\"a\"}",
                "{\"custom_id\":\"a\",\"response\":null,\"error\":null}",
                "{\"custom_id\":\"a\",\"response\":{\"body\":{}}}",
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":99,\"body\":{}}}",
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":99999999999,\"body\":{}}}",
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":{}}} {}",
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":{}}",
                "{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":{\"x\":tru}}}"
            })
    void cannotReadWhatIsNoResult(String line) {
        assertThat(read(line)).isEmpty();
    }
}
