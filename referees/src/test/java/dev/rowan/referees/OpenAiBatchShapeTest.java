package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.azure.AzureUrlPathMode;
import com.openai.azure.credential.AzureApiKeyCredential;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.models.batches.BatchCreateParams;
import com.openai.models.batches.BatchListParams;
import com.openai.models.files.FileCreateParams;
import com.openai.models.files.FilePurpose;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.json.RowJson;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.openai.BatchDialect;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.OpenAiBatches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our requests for files and batches equal those of OpenAI's SDK.
class OpenAiBatchShapeTest {
    private static final String MODEL = "gpt-4o-mini";
    private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)");
    private static final Pattern PART =
            Pattern.compile("name=\"([^\"]*)\"(?:; filename=\"([^\"]*)\")?.*?\r\n\r\n(.*)\r\n", Pattern.DOTALL);
    private static final ReplyReader UNREAD =
            _ -> Receipt.unreadable(Usage.unknown(), Optional.empty(), Optional.empty());

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

    @Test
    void asksOpenAiAsItsSdkDoes() throws Exception {
        OpenAIClient sdk = server.closing(OpenAiSdk.builder(server, "/v1").build(), OpenAIClient::close);
        asksAlike(
                sdk,
                new OpenAiBatches(
                        server.endpoint("/v1", Optional.empty()),
                        MODEL,
                        UNREAD,
                        BatchDialect.chat(BatchDialect.openAiTerms())),
                "authorization");
    }

    @Test
    void asksAzureAsItsSdkDoes() throws Exception {
        OpenAIClient sdk = server.closing(
                OpenAIOkHttpClient.builder()
                        .credential(AzureApiKeyCredential.create(SdkTestServer.KEY))
                        .baseUrl(server.at("/openai/v1"))
                        .azureUrlPathMode(AzureUrlPathMode.UNIFIED)
                        .build(),
                OpenAIClient::close);
        asksAlike(sdk, AzureBatches.of(server.endpoint("", Optional.empty()), MODEL, UNREAD), "api-key");
    }

    private void asksAlike(OpenAIClient sdk, BatchService ours, String key) throws Exception {
        byte[] body = RowJson.writeValue(ChatCompletions.openAi().body(SampleQuestion.plain(MODEL)));
        Path file = Files.write(folder.resolve("s1.jsonl"), ours.line("s1-0", body));
        var submission = new Submission("s1", "tag-1", file, 1, Files.size(file));

        String id = sdk.files()
                .create(FileCreateParams.builder()
                        .file(file)
                        .purpose(FilePurpose.BATCH)
                        .expiresAfter(FileCreateParams.ExpiresAfter.builder()
                                .anchor(JsonValue.from("created_at"))
                                .seconds(1_209_600)
                                .build())
                        .build())
                .id();
        ours.upload(submission, server.wire());
        isSameForm(server.pair(), key);

        sdk.batches().create(order(id));
        assertThat(ours.create(submission, Optional.of(id), server.wire())).isInstanceOf(BatchReply.Done.class);
        List<SentRequest> creates = server.sent().stream()
                .filter(sent -> sent.method().equals("POST") && sent.path().endsWith("/batches"))
                .toList();
        assertThat(creates).hasSize(2);
        creates.getFirst().isMatchedBy(creates.getLast(), List.of(key));

        sdk.batches().list(BatchListParams.builder().limit(100).build());
        ours.list(Optional.empty(), server.wire());
        SdkTestServer.Pair lists = server.pair();
        lists.theirs().isMatchedBy(lists.ours(), List.of(key));
    }

    private static BatchCreateParams order(String file) {
        return BatchCreateParams.builder()
                .inputFileId(file)
                .endpoint(BatchCreateParams.Endpoint.V1_CHAT_COMPLETIONS)
                .completionWindow(BatchCreateParams.CompletionWindow._24H)
                .metadata(BatchCreateParams.Metadata.builder()
                        .putAdditionalProperty("rowan", JsonValue.from("tag-1"))
                        .build())
                .build();
    }

    private static void isSameForm(SdkTestServer.Pair pair, String key) {
        SentRequest theirs = pair.theirs();
        SentRequest ours = pair.ours();
        assertThat(ours.status()).isEqualTo(200);
        assertThat(ours.method()).isEqualTo(theirs.method());
        assertThat(ours.path()).isEqualTo(theirs.path());
        assertThat(ours.query()).isEqualTo(theirs.query());
        assertThat(ours.header(key)).isPresent().isEqualTo(theirs.header(key));
        assertThat(ours.header("content-length")).isPresent();
        assertThat(parts(theirs)).hasSize(4);
        assertThat(parts(ours)).isEqualTo(parts(theirs));
    }

    /// The parts of a form by name, with the file name before the content.
    private static Map<String, String> parts(SentRequest sent) {
        Matcher boundary = BOUNDARY.matcher(sent.header("content-type").orElseThrow());
        assertThat(boundary.find()).isTrue();
        var parts = new TreeMap<String, String>();
        for (String part : String.valueOf(sent.body()).split("--" + Pattern.quote(boundary.group(1)), -1)) {
            Matcher read = PART.matcher(part);
            if (read.find()) {
                parts.put(read.group(1), Optional.ofNullable(read.group(2)).orElse("") + "|" + read.group(3));
            }
        }
        return parts;
    }
}
