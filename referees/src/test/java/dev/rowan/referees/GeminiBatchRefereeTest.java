package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.genai.Client;
import com.google.genai.types.BatchJob;
import com.google.genai.types.BatchJobSource;
import com.google.genai.types.CancelBatchJobConfig;
import com.google.genai.types.Content;
import com.google.genai.types.CreateBatchJobConfig;
import com.google.genai.types.DeleteBatchJobConfig;
import com.google.genai.types.DownloadFileConfig;
import com.google.genai.types.File;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GetBatchJobConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.InlinedRequest;
import com.google.genai.types.InlinedResponse;
import com.google.genai.types.JobState;
import com.google.genai.types.ListBatchJobsConfig;
import com.google.genai.types.Part;
import com.google.genai.types.UploadFileConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Google's SDK processes a batch from creation to its results, inline and by file.
class GeminiBatchRefereeTest {
    private static final String MODEL = "gemini-2.5-flash";

    @TempDir
    private Path folder;

    private SdkTestServer server;
    private Client client;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("batch", Map.of("running", "1h")));
        client = server.closing(
                Client.builder()
                        .apiKey(SdkTestServer.KEY)
                        .httpOptions(
                                HttpOptions.builder().baseUrl(server.at("")).build())
                        .build(),
                Client::close);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private BatchJob create(BatchJobSource source) {
        return client.batches.create(
                MODEL, source, CreateBatchJobConfig.builder().displayName("r7").build());
    }

    private BatchJob get(BatchJob job) {
        return client.batches.get(
                job.name().orElseThrow(), GetBatchJobConfig.builder().build());
    }

    private static BatchJobSource inline() {
        Content user = Content.fromParts(Part.fromText(SampleQuestion.USER));
        return BatchJobSource.builder()
                .inlinedRequests(InlinedRequest.builder()
                        .contents(List.of(user))
                        .metadata(Map.of("key", "a"))
                        .config(GenerateContentConfig.builder()
                                .systemInstruction(Content.builder().parts(Part.fromText(SampleQuestion.SYSTEM)))
                                .build()))
                .build();
    }

    private static JobState.Known state(BatchJob job) {
        return job.state().orElseThrow().knownEnum();
    }

    @Test
    void completesABatchInline() throws Exception {
        BatchJob fresh = create(inline());
        assertThat(state(get(fresh))).isEqualTo(JobState.Known.JOB_STATE_RUNNING);
        server.passAnHour();
        BatchJob done = get(fresh);
        assertThat(state(done)).isEqualTo(JobState.Known.JOB_STATE_SUCCEEDED);
        assertThat(done.displayName()).contains("r7");
        InlinedResponse response =
                done.dest().orElseThrow().inlinedResponses().orElseThrow().getFirst();
        assertThat(response.response().orElseThrow().text()).isEqualTo(SampleQuestion.ANSWER);
        assertThat(client.batches.list(ListBatchJobsConfig.builder().build()))
                .extracting(job -> job.name().orElseThrow())
                .containsExactly(fresh.name().orElseThrow());
        client.batches.delete(
                fresh.name().orElseThrow(), DeleteBatchJobConfig.builder().build());
    }

    @Test
    void completesABatchByFile() throws Exception {
        String line = "{\"key\":\"a\",\"request\":{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\""
                + SampleQuestion.SYSTEM + " " + SampleQuestion.USER + "\"}]}]}}\n";
        File file = client.files.upload(
                line.getBytes(StandardCharsets.UTF_8),
                UploadFileConfig.builder().mimeType("jsonl").displayName("in").build());
        BatchJob fresh = create(
                BatchJobSource.builder().fileName(file.name().orElseThrow()).build());
        server.passAnHour();
        String name = get(fresh).dest().orElseThrow().fileName().orElseThrow();
        Path results = folder.resolve("out.jsonl");
        client.files.download(
                name, results.toString(), DownloadFileConfig.builder().build());
        assertThat(Files.readString(results))
                .startsWith("{\"key\":\"a\",\"response\":")
                .contains(SampleQuestion.ANSWER);
    }

    @Test
    void cancelsABatch() {
        BatchJob fresh = create(inline());
        client.batches.cancel(
                fresh.name().orElseThrow(), CancelBatchJobConfig.builder().build());
        assertThat(state(get(fresh))).isEqualTo(JobState.Known.JOB_STATE_CANCELLED);
    }
}
