package dev.rowan.simulator.safety;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /v1/moderations` of OpenAI. The words that show a harm are those of [Category]; clear ones are flagged.
public record ModerationsEndpoint(ServiceDialect dialect) implements Endpoint {
    public static final String NAME = "openai_moderation";

    private static final int CLEAR = 4;
    private static final int GRAVE = 6;

    /// A category of OpenAI: the harm that it is about, if the simulator knows any, and how severe that must be.
    private record Kind(String name, Optional<Category> harm, int from) {}

    private static final List<Kind> KINDS = List.of(
            unknown("harassment"),
            unknown("harassment/threatening"),
            new Kind("hate", Optional.of(Category.HATE), CLEAR),
            new Kind("hate/threatening", Optional.of(Category.HATE), GRAVE),
            unknown("illicit"),
            unknown("illicit/violent"),
            new Kind("self-harm", Optional.of(Category.SELF_HARM), CLEAR),
            unknown("self-harm/instructions"),
            new Kind("self-harm/intent", Optional.of(Category.SELF_HARM), GRAVE),
            new Kind("sexual", Optional.of(Category.SEXUAL), CLEAR),
            unknown("sexual/minors"),
            new Kind("violence", Optional.of(Category.VIOLENCE), CLEAR),
            new Kind("violence/graphic", Optional.of(Category.VIOLENCE), GRAVE));

    private static Kind unknown(String name) {
        return new Kind(name, Optional.empty(), GRAVE);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/v1/moderations");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String text = request.body()
                .text("input")
                .orElseThrow(() -> Refusal.of(400, "invalid_request_error", "Missing required parameter: 'input'.")
                        .withParam("input")
                        .thrown());
        String model = request.body().text("model").orElse("omni-moderation-latest");
        return new ModelReply(
                model,
                TokenUsage.NONE,
                JsonObjects.object("id", request.seed().id("modr-"), "model", model, "results", List.of(result(text))));
    }

    private static Map<String, @Nullable Object> result(String text) {
        var flags = new LinkedHashMap<String, @Nullable Object>();
        var scores = new LinkedHashMap<String, @Nullable Object>();
        var inputs = new LinkedHashMap<String, @Nullable Object>();
        for (Kind kind : KINDS) {
            int severity = kind.harm().map(harm -> harm.severity(text)).orElse(0);
            flags.put(kind.name(), severity >= kind.from());
            scores.put(kind.name(), score(severity, kind.from()));
            inputs.put(kind.name(), List.of("text"));
        }
        return JsonObjects.object(
                "flagged",
                flags.containsValue(true),
                "categories",
                flags,
                "category_scores",
                scores,
                "category_applied_input_types",
                inputs);
    }

    /// Above a half when it is flagged.
    private static BigDecimal score(int severity, int from) {
        if (severity >= from) {
            return severity == GRAVE ? new BigDecimal("0.97") : new BigDecimal("0.72");
        }
        return severity == 0 ? new BigDecimal("0.0001") : new BigDecimal("0.31");
    }
}
