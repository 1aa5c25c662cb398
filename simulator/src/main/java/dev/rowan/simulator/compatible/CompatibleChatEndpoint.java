package dev.rowan.simulator.compatible;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.openai.ChatCompletion;
import dev.rowan.simulator.openai.OpenAiChatEndpoint;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.openai.OpenAiVariant;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.service.Texts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `POST /compatible/NAME/v1/chat/completions`: OpenAI's, with the differences of the service, which also answers the
/// rows of its batches.
public final class CompatibleChatEndpoint implements Endpoint, OpenAiVariant.RowAnswers {
    private static final String CHAT = "/v1/chat/completions";

    private final CompatibleService service;
    private final ServiceDialect dialect;
    private final OpenAiChatEndpoint openAi;
    private final Pattern path;

    private CompatibleChatEndpoint(CompatibleService service, OpenAiChatEndpoint openAi, String name) {
        this.service = service;
        this.openAi = openAi;
        this.dialect = new CompatibleDialect(service, new OpenAiDialect());
        this.path = Pattern.compile("/compatible/" + name + CHAT);
    }

    /// One for each service that is known, and one for any other.
    public static List<CompatibleChatEndpoint> all(OpenAiChatEndpoint openAi) {
        var all = new ArrayList<CompatibleChatEndpoint>();
        for (CompatibleService service : CompatibleService.ALL) {
            all.add(new CompatibleChatEndpoint(service, openAi, service.name()));
        }
        all.add(new CompatibleChatEndpoint(CompatibleService.other(), openAi, "[a-z0-9_-]+"));
        return all;
    }

    /// The endpoint of the service `name`.
    public static CompatibleChatEndpoint named(String name, List<CompatibleChatEndpoint> endpoints) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.service.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The files and batches of the services that have them.
    public static List<OpenAiVariant> variants(List<CompatibleChatEndpoint> endpoints) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.service.batches().isPresent())
                .map(endpoint -> new OpenAiVariant(
                        endpoint.service.name(),
                        endpoint.dialect,
                        "/compatible/" + endpoint.service.name() + "/v1",
                        false,
                        endpoint,
                        endpoint.service.batches().get()))
                .toList();
    }

    @Override
    public String name() {
        return service.name() + "_chat";
    }

    @Override
    public ServiceDialect dialect() {
        return dialect;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && path.matcher(request.path()).matches();
    }

    @Override
    public boolean knows(String url) {
        return url.equals(CHAT);
    }

    @Override
    public ModelReply answer(String url, Fields body, EndpointRequest row) throws RefusedException {
        return answer(row.inner(HttpRequest.of("POST", url, List.of()), body));
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        for (String key : service.unknownKeys()) {
            if (request.body().has(key)) {
                throw invalid("Extra inputs are not permitted: '" + key + "'").thrown();
            }
        }
        String format = request.body()
                .object("response_format")
                .flatMap(form -> form.text("type"))
                .orElse("text");
        if (format.equals("json_schema") && !service.hasSchemas()) {
            throw invalid("This response_format type is unavailable now").thrown();
        }
        Fields body = format.equals("json_object") ? withSchema(request.body()) : request.body();
        return changed(openAi.answer(request.inner(request.request(), body), service.name()));
    }

    /// A model that is to answer in JSON, and so reads a schema in the system prompt. Without the word the service
    /// refuses.
    private static Fields withSchema(Fields body) throws RefusedException {
        String prompt = body.objects("messages").stream()
                .map(message -> Texts.of(message.get("content")))
                .collect(Collectors.joining("\n"));
        if (!prompt.toLowerCase(Locale.ROOT).contains("json")) {
            throw invalid("Prompt must contain the word 'json' to use 'response_format' of type 'json_object'.")
                    .thrown();
        }
        int at = prompt.indexOf("JSON Schema:\n");
        if (at < 0) {
            return body;
        }
        String rest = prompt.substring(at + "JSON Schema:\n".length());
        try {
            Object schema =
                    RowJson.readValue(rest.substring(0, rest.indexOf('\n') < 0 ? rest.length() : rest.indexOf('\n'))
                            .getBytes(StandardCharsets.UTF_8));
            Map<String, @Nullable Object> changed = JsonObjects.object();
            changed.putAll(body.all());
            changed.put(
                    "response_format",
                    JsonObjects.object(
                            "type",
                            "json_schema",
                            "json_schema",
                            JsonObjects.object("name", "read", "schema", schema)));
            return new Fields(changed);
        } catch (JsonException _) {
            return body;
        }
    }

    private static Refusal invalid(String message) {
        return Refusal.of(422, "invalid_request_error", message);
    }

    private ModelReply changed(ModelReply reply) {
        Map<String, @Nullable Object> body = reply.body();
        if (body.get("choices") instanceof List<?> choices
                && Fields.of(choices.getFirst()).orElse(Fields.NONE) instanceof Fields(var choice)
                && "stop".equals(choice.get("finish_reason"))) {
            Map<String, @Nullable Object> other = JsonObjects.object();
            other.putAll(choice);
            other.put("finish_reason", service.stop());
            body.put("choices", List.of(other));
        }
        service.cachedKey().ifPresent(key -> body.put("usage", usage(key, reply.usage())));
        return new ModelReply(reply.model(), reply.usage(), body, reply.tier(), reply.cache());
    }

    private static Map<String, @Nullable Object> usage(String cachedKey, TokenUsage usage) {
        Map<String, @Nullable Object> body = ChatCompletion.usage(usage);
        body.remove("prompt_tokens_details");
        body.put(cachedKey, usage.cache().read());
        return body;
    }
}
