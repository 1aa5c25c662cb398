package dev.rowan.referees;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.Base64PdfSource;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.DocumentBlockParam;
import com.anthropic.models.messages.ImageBlockParam;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.TextBlockParam;
import com.google.genai.Client;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import com.openai.client.OpenAIClient;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputContent;
import com.openai.models.responses.ResponseInputFile;
import com.openai.models.responses.ResponseInputImage;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseInputText;
import dev.rowan.api.call.Attachment;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.chat.AttachedMedia;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.gemini.GeminiChat;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.Responses;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Images and documents in our requests have the shape that the SDKs give them.
class AttachmentRefereeTest {
    private static final String MODEL = "vision";
    private static final byte[] IMAGE = "\u0089PNG: no real image".getBytes(UTF_8);
    private static final byte[] DOCUMENT = "%PDF-1.7: no real document".getBytes(UTF_8);
    private static final String VERSION =
            System.getProperty("rowan.anthropic.sdk", "3.8.0").startsWith("2.") ? "2023-06-01" : "2026-10-21";

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL)));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private static String base64(byte[] content) {
        return Base64.getEncoder().encodeToString(content);
    }

    private void ask(ChatCodec codec, String base, Optional<String> version) throws Exception {
        var media = new AttachedMedia(
                List.of(
                        Attachment.of("image/png", "image.png", IMAGE),
                        Attachment.of("application/pdf", "letter.pdf", DOCUMENT)),
                0);
        var request = new ChatRequest(
                MODEL,
                Optional.empty(),
                List.of(SampleQuestion.USER),
                SampleQuestion.MAX_TOKENS,
                GenerationParameters.NONE,
                Optional.empty(),
                media);
        assertThat(SampleQuestion.text(server.ask(codec, base, version, request)))
                .isNotBlank();
    }

    @Test
    void asOpenAisChat() throws Exception {
        OpenAIClient client = server.closing(OpenAiSdk.builder(server, "/v1").build(), OpenAIClient::close);
        OpenAiSdk.ask(
                client,
                ChatCompletionCreateParams.builder()
                        .model(MODEL)
                        .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                        .addUserMessageOfArrayOfContentParts(List.of(
                                ChatCompletionContentPart.ofImageUrl(ChatCompletionContentPartImage.builder()
                                        .imageUrl(ChatCompletionContentPartImage.ImageUrl.builder()
                                                .url("data:image/png;base64," + base64(IMAGE))
                                                .build())
                                        .build()),
                                ChatCompletionContentPart.ofFile(ChatCompletionContentPart.File.builder()
                                        .file(ChatCompletionContentPart.File.FileObject.builder()
                                                .filename("document.pdf")
                                                .fileData("data:application/pdf;base64," + base64(DOCUMENT))
                                                .build())
                                        .build()),
                                ChatCompletionContentPart.ofText(ChatCompletionContentPartText.builder()
                                        .text(SampleQuestion.USER)
                                        .build())))
                        .build());
        ask(ChatCompletions.openAi(), "/v1", Optional.empty());
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of("authorization"));
    }

    /// The SDK sends `type: message` and `detail: auto`, which are the API's defaults.
    @Test
    void asOpenAisResponses() throws Exception {
        OpenAIClient client = server.closing(OpenAiSdk.builder(server, "/v1").build(), OpenAIClient::close);
        client.responses()
                .create(ResponseCreateParams.builder()
                        .model(MODEL)
                        .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                        .store(false)
                        .inputOfResponse(List.of(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                                .role(EasyInputMessage.Role.USER)
                                .contentOfResponseInputMessageContentList(List.of(
                                        ResponseInputContent.ofInputImage(ResponseInputImage.builder()
                                                .detail(ResponseInputImage.Detail.AUTO)
                                                .imageUrl("data:image/png;base64," + base64(IMAGE))
                                                .build()),
                                        ResponseInputContent.ofInputFile(ResponseInputFile.builder()
                                                .filename("document.pdf")
                                                .fileData("data:application/pdf;base64," + base64(DOCUMENT))
                                                .build()),
                                        ResponseInputContent.ofInputText(ResponseInputText.builder()
                                                .text(SampleQuestion.USER)
                                                .build())))
                                .build())))
                        .build());
        ask(new Responses(), "/v1", Optional.empty());
        SdkTestServer.Pair pair = server.pair();
        pair.theirs()
                .without("input.0.type")
                .without("input.0.content.0.detail")
                .isMatchedBy(pair.ours(), List.of("authorization"));
    }

    /// The SDKs of both versions of the API have the same blocks, in differently named messages.
    @Test
    @SuppressWarnings("unchecked") // the raw field of the SDK
    void asAnthropicsMessages() throws Exception {
        AnthropicClient client = server.closing(
                AnthropicOkHttpClient.builder()
                        .apiKey(SdkTestServer.KEY)
                        .baseUrl(server.at(""))
                        .build(),
                AnthropicClient::close);
        client.messages()
                .create(MessageCreateParams.builder()
                        .model(MODEL)
                        .maxTokens(SampleQuestion.MAX_TOKENS)
                        .messages(JsonValue.from(List.of(Map.of(
                                "role",
                                "user",
                                "content",
                                List.of(
                                        ContentBlockParam.ofImage(ImageBlockParam.builder()
                                                .source(Base64ImageSource.builder()
                                                        .mediaType(Base64ImageSource.MediaType.IMAGE_PNG)
                                                        .data(base64(IMAGE))
                                                        .build())
                                                .build()),
                                        ContentBlockParam.ofDocument(DocumentBlockParam.builder()
                                                .source(Base64PdfSource.builder()
                                                        .data(base64(DOCUMENT))
                                                        .build())
                                                .build()),
                                        ContentBlockParam.ofText(TextBlockParam.builder()
                                                .text(SampleQuestion.USER)
                                                .build()))))))
                        .build());
        ask(new AnthropicMessages(), "", Optional.of(VERSION));
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of("anthropic-version"));
    }

    @Test
    void asGeminis() throws Exception {
        try (Client client = Client.builder()
                .apiKey(SdkTestServer.KEY)
                .httpOptions(HttpOptions.builder().baseUrl(server.at("")).build())
                .build()) {
            client.models.generateContent(
                    MODEL,
                    Content.builder()
                            .role("user")
                            .parts(
                                    Part.fromBytes(IMAGE, "image/png"),
                                    Part.fromBytes(DOCUMENT, "application/pdf"),
                                    Part.fromText(SampleQuestion.USER))
                            .build(),
                    GenerateContentConfig.builder()
                            .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                            .build());
        }
        ask(new GeminiChat(), "", Optional.empty());
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of("x-goog-api-key"));
    }
}
