package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.genai.Client;
import com.google.genai.errors.ClientException;
import com.google.genai.types.BatchJob;
import com.google.genai.types.BatchJobDestination;
import com.google.genai.types.BatchJobSource;
import com.google.genai.types.Content;
import com.google.genai.types.CreateBatchJobConfig;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GetBatchJobConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.JobState;
import com.google.genai.types.Part;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.vertex.VertexBatches;
import dev.rowan.providers.vertex.VertexForm;
import dev.rowan.providers.vertex.VertexGemini;
import dev.rowan.providers.vertex.VertexLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Google's SDK, told to use Vertex AI, works with the simulator as with the real service, and our requests equal its
/// own.
class VertexRefereeTest {
    private static final String MODEL = "gemini-2.5-flash";

    @TempDir
    private Path folder;

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL)));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private Client client(String token) {
        var never = Date.from(Instant.parse("2100-01-01T00:00:00Z"));
        return Client.builder()
                .vertexAI(true)
                .project("my-project")
                .location("us-central1")
                .credentials(GoogleCredentials.create(new AccessToken(token, never)))
                .httpOptions(HttpOptions.builder()
                        .baseUrl(server.at(""))
                        .apiVersion("v1")
                        .retryOptions(HttpRetryOptions.builder().attempts(1).build())
                        .build())
                .build();
    }

    private static GenerateContentConfig config() {
        return GenerateContentConfig.builder()
                .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                .temperature(0f)
                .systemInstruction(Content.builder().parts(Part.fromText(SampleQuestion.SYSTEM)))
                .build();
    }

    @Test
    void generatesContentAndOurRequestIsTheSame() throws Exception {
        try (Client client = client(SdkTestServer.KEY)) {
            assertThat(client.models
                            .generateContent(MODEL, SampleQuestion.USER, config())
                            .text())
                    .isEqualTo(SampleQuestion.ANSWER);
        }
        var ours = new VertexGemini(new VertexLocation("my-project", "us-central1"));
        assertThat(SampleQuestion.text(server.ask(ours, "", Optional.empty(), SampleQuestion.plain(MODEL))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of("authorization"));
    }

    /// The request file is ours, the job is the SDK's.
    @Test
    void completesABatchOfOurRequests() throws Exception {
        var bucket = new BatchBucket(
                BucketAddress.parse("gs://my-bucket/rowan", "gs").orElseThrow(),
                server.endpoint("/gs/my-bucket", Optional.empty()));
        var location = new VertexLocation("my-project", "us-central1");
        var ours = new VertexBatches(
                server.endpoint("", Optional.empty()),
                location,
                bucket,
                VertexForm.GEMINI,
                MODEL,
                reply -> Receipt.answered(Usage.unknown(), Optional.empty(), Optional.empty()));
        byte[] body = new VertexGemini(location)
                .request(server.endpoint("", Optional.empty()), SampleQuestion.plain(MODEL))
                .body()
                .bytes();
        Path file = Files.write(folder.resolve("requests.jsonl"), ours.line("s1-0", body));
        var submission = new Submission("s1", "rowan-s1", file, 1, Files.size(file));
        String uri = ((BatchReply.Done<Optional<String>>) ours.upload(submission, server.wire()))
                .value()
                .orElseThrow();
        try (Client client = client(SdkTestServer.KEY)) {
            BatchJob made = client.batches.create(
                    MODEL,
                    BatchJobSource.builder().gcsUri(uri).format("jsonl").build(),
                    CreateBatchJobConfig.builder()
                            .displayName("rowan-s1")
                            .dest(BatchJobDestination.builder()
                                    .gcsUri("gs://my-bucket/rowan/s1/results")
                                    .format("jsonl")
                                    .build())
                            .build());
            server.passAnHour();
            BatchJob done = client.batches.get(
                    made.name().orElseThrow(), GetBatchJobConfig.builder().build());
            assertThat(done.state().orElseThrow().knownEnum()).isEqualTo(JobState.Known.JOB_STATE_SUCCEEDED);

            String id = made.name().orElseThrow().replaceFirst(".*/", "");
            BatchStatus seen = ((BatchReply.Done<BatchStatus>) ours.status(id, server.wire())).value();
            assertThat(seen.state()).isEqualTo(BatchStatus.State.COMPLETED);
            Path results = folder.resolve("results.jsonl");
            ours.download(seen, seen.results().getFirst(), results, server.wire());
            assertThat(Files.readString(results)).contains("\"rowan_id\":\"s1-0\"", SampleQuestion.ANSWER);
        }
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        try (Client client = client(SdkTestServer.KEY);
                Client stranger = client("another-token")) {
            assertThatThrownBy(() -> client.models.generateContent("no-model", SampleQuestion.USER, config()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.status()).isEqualTo("NOT_FOUND"));
            assertThatThrownBy(() -> stranger.models.generateContent(MODEL, SampleQuestion.USER, config()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.status()).isEqualTo("UNAUTHENTICATED"));
        }
    }
}
