package dev.rowan.providers.vertex;

import static dev.rowan.providers.service.BatchSimulator.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.Fixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class VertexBatchesTest {
    private static final ChatEndpoint ENDPOINT =
            Fixture.endpoint("https://us-central1-aiplatform.googleapis.com", Optional.empty());
    private static final VertexBatches GEMINI =
            VertexBatchesContractTest.service(ENDPOINT, VertexForm.GEMINI, "gemini-x");

    private final List<WireRequest> sent = new ArrayList<>();

    @TempDir
    private Path folder;

    private Wire replying(WireReply reply) {
        return request -> {
            sent.add(request);
            return reply;
        };
    }

    @Test
    void createsAJobWithItsTagAsLabel(TestInfo test) throws Exception {
        var submission = new Submission("s1", "rowan-s1", Path.of("requests.jsonl"), 2, 100);
        var reply = Fixture.reply("200\n\n{\"name\":\"projects/12/locations/us-central1/batchPredictionJobs/345\","
                + "\"state\":\"JOB_STATE_PENDING\",\"createTime\":\"2026-11-18T06:00:00.123456Z\","
                + "\"labels\":{\"rowan_tag\":\"rowan-s1\"}}");
        BatchStatus created =
                done(GEMINI.create(submission, Optional.of("gs://my-bucket/rowan/s1/requests.jsonl"), replying(reply)));

        assertThat(Fixture.written(sent.getFirst())).isEqualTo(Fixture.of(test).text());
        assertThat(created.batchId()).isEqualTo("345");
        assertThat(created.state()).isEqualTo(State.RUNNING);
        assertThat(created.tag()).contains("rowan-s1");
    }

    @Test
    void readsAJobThatHasSucceeded(TestInfo test) throws Exception {
        BatchStatus ended = done(GEMINI.status("345", replying(Fixture.of(test).reply())));

        assertThat(sent.getFirst().uri().getPath())
                .isEqualTo("/v1/projects/my-project/locations/us-central1/batchPredictionJobs/345");
        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        assertThat(ended.counts()).contains(new Counts(7, 2, 0));
        assertThat(ended.results())
                .extracting(BatchStatus.ResultPart::ref)
                .containsExactly("rowan/s1/results/prediction-gemini-x-2026-11-18T06:00:00.1Z/");
    }

    @Test
    void readsAJobThatHasFailed(TestInfo test) throws Exception {
        BatchStatus ended = done(GEMINI.status("345", replying(Fixture.of(test).reply())));

        assertThat(ended.state()).isEqualTo(State.FAILED);
        assertThat(ended.problems().getFirst().message()).contains("does not have storage.objects.get");
        assertThat(ended.results()).isEmpty();
    }

    @Test
    void listsAllPagesTheNewestFirst() {
        var pages = new ArrayList<>(List.of(page("a", "05", "more"), page("b", "06", "")));
        List<BatchStatus> listed = done(GEMINI.list(Optional.empty(), request -> {
                    sent.add(request);
                    return pages.removeFirst();
                }))
                .batches();

        assertThat(listed).extracting(BatchStatus::batchId).containsExactly("b", "a");
        assertThat(sent.getLast().uri().getQuery()).isEqualTo("filter=labels.rowan_tag:*&pageSize=100&pageToken=more");
    }

    private static WireReply page(String id, String hour, String next) {
        return Fixture.reply(("200\n\n{\"batchPredictionJobs\":[{\"name\":\"x/batchPredictionJobs/%s\","
                        + "\"createTime\":\"2026-11-18T%s:00:00Z\"}],\"nextPageToken\":\"%s\"}")
                .formatted(id, hour, next));
    }

    @Test
    void theIdOfARequestToGeminiIsALabelThatComesBack() {
        byte[] body = "{\"contents\":[{\"parts\":[]}]}".getBytes(StandardCharsets.UTF_8);
        assertThat(new String(GEMINI.line("s1-7", body), StandardCharsets.UTF_8))
                .isEqualTo("{\"request\":{\"labels\":{\"rowan_id\":\"s1-7\"},\"contents\":[{\"parts\":[]}]}}\n");
        assertThat(GEMINI.refusal("{\"contents\":[1],\"labels\":{}}".getBytes(StandardCharsets.UTF_8)))
                .hasValueSatisfying(why -> assertThat(why).contains("'labels' must be absent"));
        var answered =
                (ItemResult.Replied) result("{\"status\":\"\",\"processed_time\":\"t\",\"request\":{\"contents\":[],"
                        + "\"labels\":{\"rowan_id\":\"s1-7\"}},\"response\":{\"a\":1}}");
        assertThat(answered.customId()).isEqualTo("s1-7");
        assertThat(answered.reply().body().asText()).isEqualTo("{\"a\":1}");
    }

    @Test
    void readsErrorsFromTheStatusOfALine() {
        var told = (ItemResult.Replied)
                result("{\"custom_id\":\"s1-1\",\"status\":\"Bad Request: {\\\"error\\\": {\\\"code\\\": 400,"
                        + " \\\"message\\\": \\\"no role\\\", \\\"status\\\":"
                        + " \\\"INVALID_ARGUMENT\\\"}}\",\"response\":{}}");
        var vague =
                (ItemResult.Replied) result("{\"custom_id\":\"s1-2\",\"status\":\"internal error\",\"response\":null}");

        assertThat(told.reply().status()).isEqualTo(400);
        assertThat(told.reply().body().asText()).contains("no role");
        assertThat(vague.reply().status()).as("may pass later").isEqualTo(500);
        assertThat(vague.reply().body().asText()).contains("internal error");
    }

    private static ItemResult result(String line) {
        return GEMINI.result(line.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @Test
    void joinsResultsInSeveralObjects() throws Exception {
        String keys =
                "<ListBucketResult><Contents><Key>f/b.jsonl</Key></Contents><Contents><Key>f/a.jsonl</Key></Contents>"
                        + "<Contents><Key>f/other.txt</Key></Contents></ListBucketResult>";
        Path into = folder.resolve("results");
        var bucket = new BatchBucket(BucketAddress.parse("gs://my-bucket", "gs").orElseThrow(), ENDPOINT);
        Wire wire = new Wire() {
            @Override
            public WireReply exchange(WireRequest request) {
                return Fixture.reply("200\n\n" + keys);
            }

            @Override
            public WireReply transfer(Transfer transfer) {
                String name = transfer.request().uri().getPath();
                try {
                    Files.writeString(transfer.into().orElseThrow(), name + "\n");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return Fixture.filed("a-hash");
            }
        };
        String sha256 = done(bucket.download("f/", ".jsonl", into, wire));

        assertThat(into).hasContent("/f/a.jsonl\n/f/b.jsonl\n");
        assertThat(sha256).isEqualTo(Sha256.hex(into));
    }
}
