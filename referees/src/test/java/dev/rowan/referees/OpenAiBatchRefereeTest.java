package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.azure.AzureUrlPathMode;
import com.openai.azure.credential.AzureApiKeyCredential;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.HttpResponse;
import com.openai.errors.NotFoundException;
import com.openai.models.batches.Batch;
import com.openai.models.batches.BatchCreateParams;
import com.openai.models.files.FileCreateParams;
import com.openai.models.files.FileObject;
import com.openai.models.files.FilePurpose;
import dev.rowan.json.RowJson;
import dev.rowan.providers.openai.ChatCompletions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenAI's SDK processes a batch from creation to its results, at OpenAI and at Azure OpenAI.
class OpenAiBatchRefereeTest {
    private static final String MODEL = "gpt-4o-mini";

    @TempDir
    private Path folder;

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("batch", Map.of("running", "1h")));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private OpenAIClient openAi() {
        return server.closing(OpenAiSdk.builder(server, "/v1").build(), OpenAIClient::close);
    }

    private OpenAIClient azure() {
        return server.closing(
                OpenAIOkHttpClient.builder()
                        .credential(AzureApiKeyCredential.create(SdkTestServer.KEY))
                        .baseUrl(server.at("/openai/v1"))
                        .azureUrlPathMode(AzureUrlPathMode.UNIFIED)
                        .build(),
                OpenAIClient::close);
    }

    private static String row(String id) {
        Object body = ChatCompletions.openAi().body(SampleQuestion.plain(MODEL));
        return new String(
                        RowJson.writeValue(
                                Map.of("custom_id", id, "method", "POST", "url", "/v1/chat/completions", "body", body)),
                        StandardCharsets.UTF_8)
                + "\n";
    }

    private Batch create(OpenAIClient client, String lines) throws IOException {
        Path input = Files.writeString(folder.resolve("in.jsonl"), lines);
        FileObject file = client.files()
                .create(FileCreateParams.builder()
                        .file(input)
                        .purpose(FilePurpose.BATCH)
                        .build());
        assertThat(file.bytes()).isEqualTo(Files.size(input));
        assertThat(file.filename()).isEqualTo("in.jsonl");
        return client.batches()
                .create(BatchCreateParams.builder()
                        .inputFileId(file.id())
                        .endpoint(BatchCreateParams.Endpoint.V1_CHAT_COMPLETIONS)
                        .completionWindow(BatchCreateParams.CompletionWindow._24H)
                        .metadata(BatchCreateParams.Metadata.builder()
                                .putAdditionalProperty("run", JsonValue.from("r7"))
                                .build())
                        .build());
    }

    private static String content(OpenAIClient client, String file) throws IOException {
        try (HttpResponse response = client.files().content(file)) {
            return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void completesABatch() throws Exception {
        completes(openAi());
    }

    @Test
    void completesABatchAtAzure() throws Exception {
        Batch done = completes(azure());
        assertThat(content(azure(), done.errorFileId().orElseThrow())).isEmpty();
    }

    private Batch completes(OpenAIClient client) throws Exception {
        Batch fresh = create(client, row("a") + row("b"));
        assertThat(client.batches().retrieve(fresh.id()).status()).isEqualTo(Batch.Status.IN_PROGRESS);
        server.passAnHour();
        Batch done = client.batches().retrieve(fresh.id());
        assertThat(done.validate().status()).isEqualTo(Batch.Status.COMPLETED);
        assertThat(done.requestCounts().orElseThrow().completed()).isEqualTo(2);
        assertThat(done.usage().orElseThrow().outputTokens()).isPositive();
        assertThat(client.batches().list().items()).extracting(Batch::id).containsExactly(done.id());
        String output = content(client, done.outputFileId().orElseThrow());
        assertThat(output.lines()).hasSize(2).allMatch(line -> line.contains("\"" + SampleQuestion.ANSWER + "\""));
        assertThat(client.files().delete(done.inputFileId()).deleted()).isTrue();
        return done;
    }

    @Test
    void cancelsABatchAndLearnsWhyAnotherFailed() throws Exception {
        OpenAIClient client = openAi();
        Batch cancelled = client.batches().cancel(create(client, row("a")).id());
        assertThat(cancelled.status()).isEqualTo(Batch.Status.CANCELLED);
        Batch failed = create(client, row("a") + row("a"));
        assertThat(failed.status()).isEqualTo(Batch.Status.FAILED);
        assertThat(failed.errors().orElseThrow().data().orElseThrow().getFirst().code())
                .contains("duplicate_custom_id");
        assertThatThrownBy(() -> client.batches().retrieve("batch_none")).isInstanceOf(NotFoundException.class);
    }
}
