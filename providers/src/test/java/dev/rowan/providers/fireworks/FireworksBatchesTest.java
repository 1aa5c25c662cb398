package dev.rowan.providers.fireworks;

import static dev.rowan.providers.service.BatchSimulator.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.service.BatchSimulator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FireworksBatchesTest {
    private static final FireworksBatches SERVICE = FireworksBatchesContractTest.service(
            Fixture.endpoint("https://api.fireworks.ai/inference/v1", Optional.empty()));

    private final List<WireRequest> sent = new ArrayList<>();

    @TempDir
    private Path folder;

    /// A wire on which the input dataset is in the state `dataset`.
    private Wire wire(String dataset, WireReply reply) {
        return request -> {
            sent.add(request);
            return request.uri().getPath().contains("/datasets/")
                    ? Fixture.reply("200\n\n{\"name\":\"accounts/my-team/datasets/d\",\"state\":\"" + dataset + "\"}")
                    : reply;
        };
    }

    private static Submission submission(int earlier) {
        return new Submission("s1", "rowan-s1", Path.of("requests.jsonl"), 3, 100, earlier);
    }

    @Test
    void createsAJobWithAnIdOfItsOwn(TestInfo test) throws Exception {
        SERVICE.create(submission(0), Optional.of("rowan-s1-requests"), wire("READY", lost()));
        assertThat(Fixture.written(sent.getLast())).isEqualTo(Fixture.of(test).text());
    }

    private static WireReply lost() {
        return Fixture.reply("504\n\n{}");
    }

    /// The same id would give the job that is not to be used.
    @Test
    void aJobThatIsCreatedAnewHasAnotherIdAndTheSameTag() {
        SERVICE.create(submission(2), Optional.of("rowan-s1-requests"), wire("READY", lost()));

        assertThat(sent.getLast().uri().getQuery()).isEqualTo("batchInferenceJobId=rowan-s1-2");
        assertThat(sent.getLast().body().asText())
                .contains("\"displayName\":\"rowan-s1\"", "accounts/my-team/datasets/rowan-s1-2-results");
    }

    @Test
    void createsNoJobBeforeItsDatasetIsReady() {
        BatchReply<BatchStatus> reply =
                SERVICE.create(submission(0), Optional.of("rowan-s1-requests"), wire("UPLOADING", lost()));

        assertThat(reply)
                .isInstanceOfSatisfying(
                        BatchReply.Refused.class,
                        refused -> assertThat(refused.isRetryable()).isTrue());
        assertThat(sent).hasSize(1);
    }

    @Test
    void readsACompletedJob(TestInfo test) throws Exception {
        BatchStatus job =
                done(SERVICE.status("rowan-s1", wire("READY", Fixture.of(test).reply())));

        assertThat(sent.getLast().uri())
                .hasToString("https://api.fireworks.ai/v1/accounts/my-team/batchInferenceJobs/rowan-s1");
        assertThat(job.batchId()).isEqualTo("rowan-s1");
        assertThat(job.state()).isEqualTo(State.COMPLETED);
        assertThat(job.tag()).contains("rowan-s1");
        assertThat(job.createdAt()).contains(Instant.parse("2026-08-30T03:48:56.029803Z"));
        assertThat(job.counts()).contains(new Counts(2, 1, 0));
        assertThat(job.results()).containsExactly(new ResultPart(ResultPart.Kind.RESULTS, "rowan-s1-results"));
    }

    @Test
    void readsAFailedJob(TestInfo test) throws Exception {
        BatchStatus job =
                done(SERVICE.status("rowan-s1", wire("READY", Fixture.of(test).reply())));

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.results()).isEmpty();
        assertThat(job.problems())
                .containsExactly(new BatchStatus.Problem(
                        "INVALID_ARGUMENT",
                        "Dataset has a syntax error: invalid role bananas in message 1",
                        java.util.OptionalInt.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "JOB_STATE_VALIDATING, RUNNING",
        "JOB_STATE_PENDING, RUNNING",
        "JOB_STATE_WRITING_RESULTS, RUNNING",
        "JOB_STATE_EARLY_STOPPED, EXPIRED",
        "JOB_STATE_DELETING_CLEANING_UP, CANCELLING",
        "JOB_STATE_DELETED, CANCELLED",
        "JOB_STATE_ARCHIVED, STRANGE"
    })
    void readsStates(String word, State state) {
        String job = "{\"name\":\"accounts/a/batchInferenceJobs/j\",\"state\":\"" + word + "\"}";
        BatchStatus read = done(SERVICE.status("j", wire("READY", Fixture.reply("200\n\n" + job))));

        assertThat(read.state()).isEqualTo(state);
        assertThat(read.counts()).isEmpty();
    }

    @Test
    void readsAnswersAndErrorsOfRequests() {
        var answered = (ItemResult.Replied) result("{\"custom_id\":\"s1-0\",\"response\":{\"choices\":[]}}");
        var failed = (ItemResult.Replied)
                result("{\"custom_id\":\"s1-1\",\"error\":{\"code\":8,\"message\":\"Too many tokens\"}}");
        var text = (ItemResult.Replied) result("{\"custom_id\":\"s1-2\",\"error\":\"it broke\"}");

        assertThat(answered.reply().body().asText()).isEqualTo("{\"choices\":[]}");
        assertThat(failed.reply().status()).isEqualTo(429);
        assertThat(failed.reply().body().asText())
                .isEqualTo("{\"error\":{\"code\":8,\"message\":\"Too many tokens\"}}");
        assertThat(text.reply().status()).isEqualTo(500);
        assertThat(text.reply().body().asText()).isEqualTo("{\"error\":\"it broke\"}");
    }

    private static ItemResult result(String line) {
        return SERVICE.result(line.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /// After a lost reply each step is repeated; there is one dataset and one job all the same.
    @Test
    void aRepeatedUploadAndCreationGiveTheSameJob() throws Exception {
        try (var simulator = BatchSimulator.open(folder, Map.of("running", "1h"))) {
            ChatEndpoint endpoint = simulator.endpoint(Optional.empty(), "/compatible/fireworks/v1");
            var service = FireworksBatchesContractTest.service(endpoint);
            Submission submission =
                    simulator.submission("s1", 3, service, FireworksBatchesContractTest.CODEC, endpoint);
            BatchStatus first = simulator.made(service, submission);
            BatchStatus second = simulator.made(service, submission);

            assertThat(second.batchId()).isEqualTo(first.batchId());
            assertThat(simulator.batches()).isOne();
        }
    }

    @Test
    void downloadsFromSignedUrlsWithoutAKeyAndDeletesWhatItMade() throws Exception {
        try (var simulator = BatchSimulator.open(folder, Map.of("row_faults", Map.of("status:500", 0.5)))) {
            ChatEndpoint endpoint = simulator.endpoint(Optional.empty(), "/compatible/fireworks/v1");
            var service = FireworksBatchesContractTest.service(endpoint);
            BatchStatus created = simulator.made(
                    service, simulator.submission("s1", 20, service, FireworksBatchesContractTest.CODEC, endpoint));
            simulator.advance(Duration.ofHours(1));
            BatchStatus ended = done(service.status(created.batchId(), simulator.wire()));
            Wire recording = new Wire() {
                @Override
                public WireReply exchange(WireRequest request) {
                    return simulator.wire().exchange(request);
                }

                @Override
                public WireReply transfer(Transfer transfer) {
                    sent.add(transfer.request());
                    return simulator.wire().transfer(transfer);
                }
            };
            done(service.download(ended, ended.results().getFirst(), folder.resolve("results"), recording));

            assertThat(sent)
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.credentials()).isEmpty());
            assertThat(simulator.results(service, ended)).hasSize(20).allMatch(Optional::isPresent);
            done(service.delete("tag-s1-requests", simulator.wire()));
            done(service.deleteResults(
                    created.batchId(), ended.results().getFirst().ref(), simulator.wire()));
            assertThat(service.download(ended, ended.results().getFirst(), folder.resolve("results"), simulator.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            done(service.deleteResults(created.batchId(), created.batchId(), simulator.wire()));
            assertThat(service.status(created.batchId(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
        }
    }

    /// Deleting a job would delete its results.
    @Test
    void doesNotDeleteAJobThatHasEnded() throws Exception {
        try (var simulator = BatchSimulator.open(folder, Map.of())) {
            ChatEndpoint endpoint = simulator.endpoint(Optional.empty(), "/compatible/fireworks/v1");
            var service = FireworksBatchesContractTest.service(endpoint);
            BatchStatus created = simulator.made(
                    service, simulator.submission("s1", 2, service, FireworksBatchesContractTest.CODEC, endpoint));
            simulator.advance(Duration.ofHours(1));

            assertThat(done(service.cancel(created.batchId(), simulator.wire())).state())
                    .isEqualTo(State.COMPLETED);
            assertThat(simulator.results(service, done(service.status(created.batchId(), simulator.wire()))))
                    .hasSize(2);
        }
    }
}
