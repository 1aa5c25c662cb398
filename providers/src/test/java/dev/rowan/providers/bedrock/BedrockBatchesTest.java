package dev.rowan.providers.bedrock;

import static dev.rowan.providers.service.BatchSimulator.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.IdentitySigner;
import java.net.URI;
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

class BedrockBatchesTest {
    private static final BedrockBatches SERVICE = BedrockBatchesContractTest.service(
            Fixture.endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", Optional.empty()));

    private final List<WireRequest> sent = new ArrayList<>();

    @TempDir
    private Path folder;

    private Wire replying(WireReply reply) {
        return request -> {
            sent.add(request);
            return reply;
        };
    }

    private static Submission submission(int earlier) {
        return new Submission("s1", "rowan-s1", Path.of("requests.jsonl"), 2, 100, earlier);
    }

    @Test
    void createsAJobAtTheControlPlane(TestInfo test) throws Exception {
        var reply = Fixture.reply("200\ndate: Wed, 18 Nov 2026 06:00:00 GMT\n\n"
                + "{\"jobArn\":\"arn:aws:bedrock:us-east-1:123456789012:model-invocation-job/abcdef012345\"}");
        BatchStatus created = done(
                SERVICE.create(submission(0), Optional.of("s3://my-bucket/rowan/s1/requests.jsonl"), replying(reply)));

        assertThat(Fixture.written(sent.getFirst())).isEqualTo(Fixture.of(test).text());
        assertThat(created.batchId()).isEqualTo("abcdef012345");
        assertThat(created.createdAt()).contains(Instant.parse("2026-11-18T06:00:00Z"));
    }

    /// The same token would give the job that is not to be used.
    @Test
    void aJobThatIsCreatedAgainHasAnotherTokenAndTheSameTag() {
        SERVICE.create(submission(2), Optional.of("s3://my-bucket/rowan/s1/requests.jsonl"), replying(lost()));
        assertThat(sent.getFirst().body().asText())
                .contains("\"jobName\":\"rowan-s1.2\"", "\"clientRequestToken\":\"rowan-s1-2\"");
    }

    private static WireReply lost() {
        return Fixture.reply("500\n\n{}");
    }

    @Test
    void listsJobsByTheirNames(TestInfo test) throws Exception {
        List<BatchStatus> listed = done(SERVICE.list(
                        Optional.of("a+b"), replying(Fixture.of(test).reply())))
                .batches();

        assertThat(sent.getFirst().uri().toString())
                .isEqualTo("https://bedrock.us-east-1.amazonaws.com/model-invocation-jobs?maxResults=100"
                        + "&nextToken=a%2Bb&sortBy=CreationTime&sortOrder=Descending");
        assertThat(listed).extracting(BatchStatus::batchId).containsExactly("abcdef012345", "abcdef012346");
        assertThat(listed).extracting(job -> job.tag().orElse("")).containsExactly("rowan-s1", "rowan-s2");
        assertThat(listed).extracting(BatchStatus::state).containsExactly(State.RUNNING, State.COMPLETED);
    }

    @Test
    void readsACompletedJobWithItsManifest(TestInfo test) throws Exception {
        WireReply job = Fixture.of(test).reply();
        String keys =
                "<ListBucketResult><Contents><Key>rowan/s1/results/abcdef012345/manifest.json.out</Key></Contents>"
                        + "<Contents><Key>rowan/s1/results/abcdef012345/requests.jsonl.out</Key></Contents></ListBucketResult>";
        String manifest = "{\"totalRecordCount\":10,\"processedRecordCount\":8,\"successRecordCount\":7,"
                + "\"errorRecordCount\":1}";
        BatchStatus ended = done(SERVICE.status("abcdef012345", request -> {
            sent.add(request);
            String path = request.uri().getPath();
            return path.endsWith("manifest.json.out")
                    ? Fixture.reply("200\n\n" + manifest)
                    : path.endsWith("/my-bucket/") ? Fixture.reply("200\n\n" + keys) : job;
        }));

        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        assertThat(ended.counts()).contains(new Counts(7, 1, 2));
        assertThat(ended.results())
                .extracting(BatchStatus.ResultPart::ref)
                .containsExactly("rowan/s1/results/abcdef012345/");
    }

    @Test
    void readsAQuotaAsCapacity(TestInfo test) throws Exception {
        BatchReply<BatchStatus> reply = SERVICE.create(
                submission(0),
                Optional.of("s3://my-bucket/rowan/s1/requests.jsonl"),
                replying(Fixture.of(test).reply()));
        assertThat(reply)
                .isInstanceOfSatisfying(
                        BatchReply.Refused.class,
                        refused -> assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY));
    }

    @Test
    void readsAnswersAndErrorsOfRecords() {
        var answered =
                (ItemResult.Replied) result("{\"recordId\":\"s1-0\",\"modelInput\":{},\"modelOutput\":{\"a\":1}}");
        var failed = (ItemResult.Replied)
                result("{\"error\":{\"errorCode\":429,\"errorMessage\":\"Too many tokens\"},\"recordId\":\"s1-1\"}");

        assertThat(answered.customId()).isEqualTo("s1-0");
        assertThat(answered.reply().body().asText()).isEqualTo("{\"a\":1}");
        assertThat(failed.reply().status()).isEqualTo(429);
        assertThat(failed.reply().body().asText()).isEqualTo("{\"message\":\"Too many tokens\"}");
    }

    private static ItemResult result(String line) {
        return SERVICE.result(line.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /// The simulator takes uploads that are signed as S3 wants them, with the hash of the file.
    @Test
    void worksWithSignedRequestsAndFewRecordsFail() throws Exception {
        try (var simulator = BatchSimulator.open(folder, Map.of("min_requests", 3))) {
            URI base = simulator.endpoint(Optional.empty()).base();
            var keys = CredentialsProvider.fixed(
                    "test",
                    new AwsCredentials("AKIDEXAMPLE", Secret.of("test", "a-secret-key"), Optional.empty()),
                    new SystemTime());
            ChatEndpoint control = signed(base, new IdentitySigner.Aws(keys, "bedrock", "us-east-1", new SystemTime()));
            var bucket = new BatchBucket(
                    BucketAddress.parse("s3://my-bucket", "s3").orElseThrow(),
                    signed(
                            URI.create(base + "/s3/my-bucket"),
                            new IdentitySigner.S3(keys, "us-east-1", new SystemTime())));
            var service = new BedrockBatches(
                    control,
                    bucket,
                    "arn:aws:iam::123456789012:role/batches",
                    "amazon.nova-lite-v1:0",
                    BatchSimulator::receipt);
            BatchStatus many =
                    simulator.made(service, simulator.submission("many", 3, service, new BedrockConverse(), control));
            BatchStatus few =
                    simulator.made(service, simulator.submission("few", 2, service, new BedrockConverse(), control));
            simulator.advance(Duration.ofHours(1));

            BatchStatus ended = done(service.status(many.batchId(), simulator.wire()));
            assertThat(simulator.results(service, ended)).hasSize(3);
            BatchStatus failed = done(service.status(few.batchId(), simulator.wire()));
            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.problems().getFirst().message()).contains("less records (2)");
            done(service.deleteResults(
                    many.batchId(), ended.results().getFirst().ref(), simulator.wire()));
            assertThat(done(service.status(many.batchId(), simulator.wire())).state())
                    .isEqualTo(State.STRANGE);
        }
    }

    private static ChatEndpoint signed(URI base, IdentitySigner signer) {
        return new ChatEndpoint(
                base, IdentitySigner.PLACEHOLDER, Optional.empty(), Duration.ofSeconds(60), ExtraHeaders.NONE, signer);
    }
}
