package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.call.Payload;
import dev.rowan.providers.reply.JsonTree;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchReaderTest {

    private static JsonTree tree(String json) {
        return JsonTree.parse(Payload.utf8(json)).orElseThrow();
    }

    private static BatchStatus read(String json) {
        return BatchReader.status(tree(json), Optional.empty()).orElseThrow();
    }

    @Test
    void readsABatchAsDocumented() {
        BatchStatus status = read("""
                {"id":"batch_1","object":"batch","endpoint":"/v1/chat/completions","errors":null,"status":"completed",
                "output_file_id":"file-o","error_file_id":"file-e","created_at":1794700000,"expires_at":1794786400,
                "request_counts":{"total":9,"completed":5,"failed":3},"metadata":{"rowan":"t1","x":"y"}}""");

        assertThat(status)
                .isEqualTo(new BatchStatus(
                        "batch_1",
                        State.COMPLETED,
                        "completed",
                        Optional.of("t1"),
                        Optional.of(Instant.ofEpochSecond(1_794_700_000)),
                        Optional.of(Instant.ofEpochSecond(1_794_786_400)),
                        OptionalInt.of(9),
                        Optional.of(new BatchStatus.Counts(5, 3, 1)),
                        List.of(
                                new ResultPart(ResultPart.Kind.RESULTS, "file-o"),
                                new ResultPart(ResultPart.Kind.ERRORS, "file-e")),
                        List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "validating,RUNNING",
        "in_progress,RUNNING",
        "InProgress,RUNNING",
        "In_Progress,RUNNING",
        "finalizing,RUNNING",
        "Completed,COMPLETED",
        "failed,FAILED",
        "Expired,EXPIRED",
        "cancelling,CANCELLING",
        "Cancelled,CANCELLED",
        "canceled,CANCELLED",
        "paused,STRANGE"
    })
    void knowsEveryWordHoweverItIsWritten(String word, State state) {
        BatchStatus status = read("{\"id\":\"b\",\"status\":\"" + word + "\"}");

        assertThat(status.state()).isEqualTo(state);
        assertThat(status.providerState()).isEqualTo(word);
    }

    @Test
    void makesNothingUp() {
        BatchStatus status = read("""
                {"id":"b","status":"Completed","created_at":null,"expires_at":"soon","output_file_id":null,
                "error_file_id":"","request_counts":{"total":null,"completed":null,"failed":0},"metadata":null,
                "errors":{"data":null}}""");

        assertThat(status.createdAt()).isEmpty();
        assertThat(status.expiresAt()).isEmpty();
        assertThat(status.total()).isEmpty();
        assertThat(status.counts()).isEmpty();
        assertThat(status.results()).isEmpty();
        assertThat(status.tag()).isEmpty();
        assertThat(status.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1794700000",
                "1794700000.25",
                "\"1794700000\"",
                "\"2026-11-14T23:46:40Z\"",
                "\"2026-11-14T23:46:40+00:00\"",
                "\"2026-11-15T00:46:40.000+01:00\""
            })
    void readsTimesInEveryForm(String time) {
        assertThat(read("{\"id\":\"b\",\"status\":\"failed\",\"created_at\":" + time + "}")
                        .createdAt())
                .contains(Instant.ofEpochSecond(1_794_700_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999", "-5", "true", "\"yesterday\"", "999999999999", "{}"})
    void doesNotReadATimeThatIsNone(String time) {
        assertThat(read("{\"id\":\"b\",\"status\":\"failed\",\"created_at\":" + time + "}")
                        .createdAt())
                .isEmpty();
    }

    @Test
    void reportsWhyABatchFailed() {
        BatchStatus status = read("""
                {"id":"b","status":"failed","errors":{"object":"list","data":[
                {"code":"Token_Limit_Exceeded","message":"m","line":null},{"message":"n","line":3},7]}}""");

        assertThat(status.problems())
                .containsExactly(
                        new BatchStatus.Problem("token_limit_exceeded", "m", OptionalInt.empty()),
                        new BatchStatus.Problem("unknown", "n", OptionalInt.of(3)));
        assertThat(status.isQuota()).isFalse();
    }

    @Test
    void isNoBatchWithoutIdOrStatusOrWithAnothersId() {
        assertThat(BatchReader.status(tree("{\"status\":\"failed\"}"), Optional.empty()))
                .isEmpty();
        assertThat(BatchReader.status(tree("{\"id\":\"b\"}"), Optional.empty())).isEmpty();
        assertThat(BatchReader.status(tree("{\"id\":\"b\",\"status\":\"failed\"}"), Optional.of("c")))
                .isEmpty();
        assertThat(BatchReader.status(tree("{\"status\":\"failed\"}"), Optional.of("c")))
                .hasValueSatisfying(status -> assertThat(status.batchId()).isEqualTo("c"));
    }

    @Test
    void pagesOnlyForward() {
        String item = "{\"id\":\"b9\",\"status\":\"failed\"}";
        assertThat(page("{\"data\":[" + item + ",{}],\"has_more\":true,\"last_id\":\"b9\"}", Optional.empty())
                        .next())
                .contains("b9");
        assertThat(page("{\"value\":[" + item + "],\"has_more\":true}", Optional.empty())
                        .next())
                .contains("b9");
        assertThat(page("{\"data\":[" + item + "],\"has_more\":true,\"last_id\":\"b9\"}", Optional.of("b9"))
                        .next())
                .isEmpty();
        assertThat(page("{\"data\":[" + item + "],\"has_more\":false,\"last_id\":\"b9\"}", Optional.empty())
                        .next())
                .isEmpty();
        assertThat(page("{\"data\":[],\"has_more\":true,\"last_id\":null}", Optional.empty())
                        .next())
                .isEmpty();
        assertThat(BatchReader.page(tree("{\"error\":1}"), Optional.empty())).isEmpty();
    }

    private static BatchPage page(String json, Optional<String> after) {
        return BatchReader.page(tree(json), after).orElseThrow();
    }
}
