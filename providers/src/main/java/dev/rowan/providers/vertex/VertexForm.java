package dev.rowan.providers.vertex;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.service.LineEnvelope;
import dev.rowan.providers.service.OneLine;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The two kinds of models in batches of Vertex AI. Lines of Claude have a `custom_id`; those of Gemini have none, so
/// that
/// the id is a label of the request, which comes back with the results.
public enum VertexForm {
    GEMINI(VertexGemini.PUBLISHER, "contents", OptionalInt.empty()),
    CLAUDE(VertexClaude.PUBLISHER, "messages", OptionalInt.of(4));

    /// The label with the custom id: small letters, digits, hyphens and underscores.
    static final String ID_LABEL = "rowan_id";

    private static final LineEnvelope CLAUDE_LINE = new LineEnvelope("{\"custom_id\":\"", "\",\"request\":", "}");
    private static final LineEnvelope GEMINI_LINE =
            new LineEnvelope("{\"request\":{\"labels\":{\"" + ID_LABEL + "\":\"", "\"},", "}");

    private final String publisher;
    private final String question;
    private final BatchLimits limits;

    /// A job may wait for 72 hours and run for 24.
    VertexForm(String publisher, String question, OptionalInt maxJobs) {
        this.publisher = publisher;
        this.question = question;
        this.limits = new BatchLimits(
                "vertex",
                200_000,
                1_000_000_000L,
                new BigDecimal("0.5"),
                Duration.ofMinutes(1),
                Duration.ofHours(98),
                OptionalInt.empty(),
                maxJobs,
                true);
    }

    public BatchLimits limits() {
        return limits;
    }

    /// The name of a model in jobs.
    String model(String name) {
        return "publishers/" + publisher + "/models/" + name;
    }

    byte[] line(String customId, byte[] body) {
        return switch (this) {
            case CLAUDE -> CLAUDE_LINE.format(customId, body);
            case GEMINI ->
                GEMINI_LINE.format(customId, Arrays.copyOfRange(body, Math.min(1, body.length), body.length));
        };
    }

    /// Why a call with this body cannot be sent in a batch.
    Optional<String> refusal(byte[] body) {
        Set<String> keys = new HashSet<>();
        boolean isObject = JsonFieldReader.read(body, (key, value) -> {
            if (!key.equals(question) || value.isNonEmpty()) {
                keys.add(key);
            }
        });
        if (!isObject) {
            return Optional.of("the body of a request in a batch must be a JSON object");
        }
        if (!keys.contains(question)) {
            return Optional.of("'" + question + "' must not be empty");
        }
        return this == GEMINI && keys.contains("labels")
                ? Optional.of("'labels' must be absent in a batch of vertex: they carry the id of the request")
                : OneLine.refusal(body);
    }
}
