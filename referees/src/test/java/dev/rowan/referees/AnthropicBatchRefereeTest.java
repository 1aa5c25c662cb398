package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.BadRequestException;
import com.anthropic.models.messages.batches.BatchCreateParams;
import com.anthropic.models.messages.batches.MessageBatch;
import com.anthropic.models.messages.batches.MessageBatchIndividualResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Anthropic's SDK processes a message batch from creation to its results, in both API versions.
class AnthropicBatchRefereeTest {
    private SdkTestServer server;
    private AnthropicClient client;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("batch", Map.of("running", "1h")));
        client = server.closing(
                AnthropicOkHttpClient.builder()
                        .apiKey(SdkTestServer.KEY)
                        .baseUrl(server.at(""))
                        .build(),
                AnthropicClient::close);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private static BatchCreateParams.Request request(String id, long room) {
        return BatchCreateParams.Request.builder()
                .customId(id)
                .params(BatchCreateParams.Request.Params.builder()
                        .model("claude-haiku")
                        .maxTokens(room)
                        .system(SampleQuestion.SYSTEM)
                        .addUserMessage(SampleQuestion.USER)
                        .build())
                .build();
    }

    private MessageBatch create() {
        return client.messages()
                .batches()
                .create(BatchCreateParams.builder()
                        .addRequest(request("a", SampleQuestion.MAX_TOKENS))
                        .addRequest(request("b", 0))
                        .build());
    }

    @Test
    void completesABatchAndDeletesIt() throws Exception {
        MessageBatch fresh = create();
        assertThat(fresh.processingStatus()).isEqualTo(MessageBatch.ProcessingStatus.IN_PROGRESS);
        assertThat(fresh.resultsUrl()).isEmpty();
        server.passAnHour();
        MessageBatch ended = client.messages().batches().retrieve(fresh.id());
        assertThat(ended.validate().processingStatus()).isEqualTo(MessageBatch.ProcessingStatus.ENDED);
        assertThat(ended.requestCounts().succeeded()).isEqualTo(1);
        assertThat(ended.requestCounts().errored()).isEqualTo(1);
        List<MessageBatchIndividualResponse> all;
        try (StreamResponse<MessageBatchIndividualResponse> results =
                client.messages().batches().resultsStreaming(fresh.id())) {
            all = results.stream().toList();
        }
        assertThat(all).extracting(MessageBatchIndividualResponse::customId).containsExactlyInAnyOrder("a", "b");
        for (MessageBatchIndividualResponse one : all) {
            if (one.customId().equals("a")) {
                assertThat(one.result()
                                .asSucceeded()
                                .message()
                                .content()
                                .getFirst()
                                .asText()
                                .text())
                        .isEqualTo(SampleQuestion.ANSWER);
            } else {
                assertThat(one.result().isErrored()).isTrue();
            }
        }
        assertThat(client.messages().batches().list().items())
                .extracting(MessageBatch::id)
                .containsExactly(fresh.id());
        assertThat(client.messages().batches().delete(fresh.id()).id()).isEqualTo(fresh.id());
    }

    @Test
    void cancelsABatch() {
        MessageBatch fresh = create();
        assertThatThrownBy(() -> client.messages().batches().delete(fresh.id()))
                .isInstanceOf(BadRequestException.class);
        MessageBatch canceled = client.messages().batches().cancel(fresh.id());
        assertThat(canceled.cancelInitiatedAt()).isPresent();
        assertThat(canceled.requestCounts().canceled()).isEqualTo(2);
    }
}
