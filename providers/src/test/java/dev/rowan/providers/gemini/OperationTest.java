package dev.rowan.providers.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.ItemResult.NotExecuted;
import dev.rowan.api.batch.ItemResult.Replied;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchSimulator;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Operations, their inline responses, lines of results, and requests before they are sent.
class OperationTest {
    @TempDir
    private Path folder;

    private static GeminiBatches service() {
        var endpoint = new ChatEndpoint(
                URI.create("https://generativelanguage.googleapis.com"),
                Secret.of("test", "key-0123456789"),
                Optional.empty(),
                Duration.ofSeconds(1),
                ExtraHeaders.NONE);
        return new GeminiBatches(endpoint, "gemini-flash", BatchSimulator::receipt);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static BatchStatus status(String json) {
        JsonTree tree = OperationTree.read(new ByteArrayInputStream(utf8(json))).orElseThrow();
        return OperationReader.status(tree).orElseThrow();
    }

    @Test
    void declaresItsLimits() {
        BatchLimits terms = service().limits();
        assertThat(terms.maxJobs()).hasValue(100);
        assertThat(terms.timeout()).isEqualTo(Duration.ofHours(50));
        assertThat(terms.pollInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(terms.maxBytes()).isEqualTo(2_000_000_000L);
        assertThat(terms.tagged()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "BATCH_STATE_PENDING,RUNNING",
        "JOB_STATE_QUEUED,RUNNING",
        "JOB_STATE_RUNNING,RUNNING",
        "JOB_STATE_CANCELLING,CANCELLING",
        "JOB_STATE_CANCELLED,CANCELLED",
        "BATCH_STATE_EXPIRED,EXPIRED",
        "JOB_STATE_FAILED,FAILED",
        "BATCH_STATE_UNSPECIFIED,STRANGE",
        "RUNNING,RUNNING",
        "new,STRANGE"
    })
    void knowsStatesWithBothPrefixes(String word, State state) {
        assertThat(status("{\"name\":\"batches/x\",\"metadata\":{\"state\":\"" + word + "\"}}")
                        .state())
                .isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"metadata\":{\"state\":\"JOB_STATE_SUCCEEDED\",\"output\":{\"responsesFile\":\"files/r\"}}",
                "\"metadata\":{\"state\":\"BATCH_STATE_SUCCEEDED\"},\"response\":{\"responsesFile\":\"files/r\"}",
                "\"done\":true,\"response\":{\"responsesFile\":\"files/r\"}"
            })
    void findsTheOutputInMetadataAndResponse(String rest) {
        BatchStatus ended = status("{\"name\":\"batches/x\"," + rest + "}");
        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        assertThat(ended.results())
                .singleElement()
                .satisfies(part -> assertThat(part.ref()).isEqualTo("files/r"));
    }

    @Test
    void takesNumbersAsTextsAndNothingForNone() {
        BatchStatus running = status("{\"name\":\"batches/x\",\"metadata\":{\"batchStats\":"
                + "{\"requestCount\":\"12\",\"successfulRequestCount\":\"3\",\"failedRequestCount\":2}}}");
        assertThat(running.total()).hasValue(12);
        assertThat(running.counts()).contains(new Counts(3, 2, 7));
        assertThat(running.state()).isEqualTo(State.RUNNING);
        assertThat(status("{\"name\":\"batches/x\"}").counts()).isEmpty();
    }

    @Test
    void distinguishesQuotaFromOtherFailures() {
        assertThat(failed(8).isQuota()).isTrue();
        assertThat(failed(3).isQuota()).isFalse();
    }

    private static BatchStatus failed(int code) {
        return status("{\"name\":\"batches/x\",\"done\":true,\"metadata\":{\"state\":\"BATCH_STATE_FAILED\"},"
                + "\"error\":{\"code\":" + code + ",\"message\":\"no\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"name\":\"files/x\"}", "{\"name\":\"batches/../x\"}"})
    void readsNothingWithoutAName(String json) {
        JsonTree tree = OperationTree.read(new ByteArrayInputStream(utf8(json))).orElseThrow();
        assertThat(OperationReader.status(tree)).isEmpty();
    }

    private Optional<String> extract(String operation) throws Exception {
        Path file = Files.writeString(folder.resolve("operation"), operation);
        return InlineResponses.extract(file, folder.resolve("lines"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"response\":{\"inlinedResponses\":{\"inlinedResponses\":%s}}}",
                "{\"response\":{\"inlinedResponses\":%s}}",
                "{\"metadata\":{\"output\":{\"inlinedResponses\":{\"inlinedResponses\":%s}}},"
                        + "\"response\":{\"inlinedResponses\":{\"inlinedResponses\":[{\"again\":1}]}}}"
            })
    void writesInlineResponsesInLinesHoweverTheyStand(String around) throws Exception {
        String list = "[ {\n \"metadata\" : { \"key\":\"a b\" },\r\n\t\"x\":[1.50 , \"q\\\" \\\\\" , \"ä  \" ]\n},{}]";
        Optional<String> sha256 = extract(around.formatted(list));
        String lines = Files.readString(folder.resolve("lines"));
        assertThat(lines).isEqualTo("{\"metadata\":{\"key\":\"a b\"},\"x\":[1.50,\"q\\\" \\\\\",\"ä  \"]}\n{}\n");
        assertThat(sha256).contains(Payload.utf8(lines).sha256());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"response\":{}}",
                "{\"inlinedResponses\":[{}]}",
                "{\"response\":{\"inlinedResponses\":[{}]}",
                "{\"response\":{\"inlinedResponses\":[{},"
            })
    void writesNothingThatIsNoWholeOperation(String operation) throws Exception {
        assertThat(extract(operation)).isEmpty();
    }

    private static ItemResult read(String line) {
        return service().result(utf8(line)).orElseThrow();
    }

    @Test
    void keepsAResponseUnchangedForEitherKey() {
        String response = "{\"candidates\": [ ],\"n\":1e2}";
        for (String key : new String[] {"\"key\":\"s1-0\"", "\"metadata\":{\"key\":\"s1-0\"}"}) {
            var replied = (Replied) read("{\"response\":" + response + ",\"new\":{}," + key + "}");
            assertThat(replied.customId()).isEqualTo("s1-0");
            assertThat(replied.reply().body().asText()).isEqualTo(response);
        }
    }

    @ParameterizedTest
    @CsvSource({"3,400", "4,504", "5,404", "7,403", "8,429", "13,500", "14,503", "16,401", "2,500", "429,429", "99,500"
    })
    void givesACodeTheStatusOfRealTime(int code, int status) {
        var replied = (Replied) read("{\"key\":\"a\",\"error\":{\"code\":" + code
                + ",\"message\":\"no \\\"room\\\"\",\"details\":[{\"retryDelay\":\"7s\"}]}}");
        assertThat(replied.reply().status()).isEqualTo(status);
        var rejected = (ChatReply.Rejected) new GeminiChat().reply(replied.reply());
        assertThat(rejected.rejection().message()).isEqualTo("no \"room\"");
        assertThat(rejected.rejection().retryDelay()).contains("7s");
    }

    @Test
    void readsWhatWasCancelledAsNeverCarriedOut() {
        assertThat(read("{\"key\":\"a\",\"error\":{\"code\":1,\"message\":\"cancelled\"}}"))
                .isInstanceOf(NotExecuted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"key\":\"a\"}",
                "{\"key\":3,\"response\":{}}",
                "{\"key\":\"a\",\"response\":null}"
            })
    void isEmptyForAnIncompleteLine(String line) {
        assertThat(service().result(utf8(line))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no JSON|a JSON object",
                "[]|a JSON object",
                "{}|'contents' must not be empty",
                "{\"contents\":[]}|'contents' must not be empty",
                "{\"contents\":[{}],\"model\":\"models/other\"}|got 'models/other'"
            })
    void refusesWhatCannotBeAsked(String body, String why) {
        assertThat(service().refusal(utf8(body)).orElseThrow()).contains(why);
        assertThat(service().refusal(utf8("{\"contents\":[{}],\"model\":\"models/gemini-flash\"}")))
                .isEmpty();
    }

    @Test
    void sendsNothingToAnotherHostThanItsOwn() {
        var endpoint = new ChatEndpoint(
                URI.create("https://gate.example/google/"),
                Secret.of("test", "key-0123456789"),
                Optional.empty(),
                Duration.ofSeconds(1),
                ExtraHeaders.NONE);
        var requests = new GeminiRequests(endpoint);
        assertThat(requests.at("https://elsewhere.example/upload/v1beta/files?upload_id=7", Headers.none())
                        .orElseThrow()
                        .uri())
                .hasToString("https://gate.example/google/upload/v1beta/files?upload_id=7");
        assertThat(requests.at("https://x/google/upload?u=1", Headers.none())
                        .orElseThrow()
                        .uri())
                .hasToString("https://gate.example/google/upload?u=1");
        assertThat(requests.at("no address", Headers.none())).isEmpty();
    }
}
