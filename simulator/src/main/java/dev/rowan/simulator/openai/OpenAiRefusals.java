package dev.rowan.simulator.openai;

import dev.rowan.simulator.schema.StrictSchema;
import dev.rowan.simulator.service.Refusal;
import java.util.stream.Collectors;

/// OpenAI's errors for invalid requests.
final class OpenAiRefusals {
    private OpenAiRefusals() {}

    static Refusal invalid(String param, String code, String message) {
        return Refusal.of(400, "invalid_request_error", message)
                .withParam(param)
                .withCode(code);
    }

    static Refusal missing(String param) {
        return invalid(param, "missing_required_parameter", "Missing required parameter: '" + param + "'.");
    }

    static Refusal unknownModel(String model) {
        return Refusal.of(
                        404,
                        "invalid_request_error",
                        "The model `" + model + "` does not exist or you do not have access to it.")
                .withCode("model_not_found");
    }

    static Refusal badSchema(String param, String name, StrictSchema.Breach breach) {
        String context = breach.context().stream().map(step -> "'" + step + "'").collect(Collectors.joining(", "));
        String rule = switch (breach) {
            case StrictSchema.Breach.Open _ -> "'additionalProperties' is required to be supplied and to be false.";
            case StrictSchema.Breach.NotRequired(var _, String property) ->
                "'required' is required to be supplied and to be an array including every key in properties."
                        + " Missing '" + property + "'.";
        };
        return invalid(
                param,
                "invalid_json_schema",
                "Invalid schema for response_format '" + name + "': In context=(" + context + "), " + rule);
    }
}
