package dev.rowan.providers.chat;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.TestInfo;

/// The exchange that belongs to one test method: a file named after it, beside its class. A first line, headers, an
/// empty line, and the body.
public record Fixture(String text) {
    private static final Timings TIMINGS = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    public static Fixture of(TestInfo test) throws IOException {
        Class<?> type = test.getTestClass().orElseThrow();
        String name =
                type.getSimpleName() + "/" + test.getTestMethod().orElseThrow().getName() + ".http";
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(name), name)) {
            return new Fixture(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    /// The reply that `text` shows.
    public static WireReply.Complete reply(String text) {
        return new Fixture(text).reply();
    }

    /// A reply whose body is in a file with this hash.
    public static WireReply.Complete filed(String sha256) {
        return new WireReply.Complete(200, Headers.none(), Payload.empty(), Optional.of(sha256), TIMINGS);
    }

    /// A reply: its first line is the status.
    public WireReply.Complete reply() {
        int gap = text.indexOf("\n\n");
        List<String> head =
                text.substring(0, gap < 0 ? text.length() : gap).lines().toList();
        Headers headers = Headers.none();
        for (String line : head.subList(1, head.size())) {
            int colon = line.indexOf(": ");
            headers = headers.with(line.substring(0, colon), line.substring(colon + 2));
        }
        Payload body = Payload.utf8(gap < 0 ? "" : text.substring(gap + 2));
        return new WireReply.Complete(Integer.parseInt(head.getFirst()), headers, body, Optional.empty(), TIMINGS);
    }

    /// `request` in the form of a fixture, with the origin of each secret in its place.
    public static String written(WireRequest request) {
        var text = new StringBuilder(request.method() + " " + request.uri() + "\n");
        request.headers().fields().forEach(field -> text.append(field.name() + ": " + field.value() + "\n"));
        for (Credential credential : request.credentials()) {
            text.append(credential.header() + ": " + credential.prefix()
                    + credential.secret().origin() + "\n");
        }
        return text.append("\n").append(request.body().asText()).toString();
    }

    public static ChatEndpoint endpoint(String base, Optional<String> apiVersion) {
        return new ChatEndpoint(
                URI.create(base),
                Secret.of("${KEY}", "sk-canary-42"),
                apiVersion,
                Duration.ofMinutes(10),
                ExtraHeaders.NONE);
    }

    /// A request that sets everything.
    public static ChatRequest fullRequest(String model) {
        return new ChatRequest(
                model,
                Optional.of("Be brief."),
                List.of("Is this spam? \"Win!\"", "Answer in JSON."),
                256,
                GenerationParameters.withTemperature(Optional.of(new BigDecimal("0.2"))),
                Optional.of(new ChatRequest.AnswerSchema("verdict", schema())));
    }

    private static Map<String, Object> schema() {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", Map.of("spam", Map.of("type", "boolean")));
        schema.put("required", List.of("spam"));
        return schema;
    }
}
