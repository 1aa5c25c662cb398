package dev.rowan.simulator.openai;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import java.util.Optional;

/// The parameters of a request, checked as OpenAI checks them.
final class Parameters {
    private static final List<String> EFFORTS = List.of("none", "minimal", "low", "medium", "high", "xhigh", "max");
    private static final int MAX_STOPS = 4;

    private Parameters() {}

    /// Those of a chat completion.
    static void checkChat(Fields body) throws RefusedException {
        checkNumber(body, "temperature", 2);
        checkNumber(body, "top_p", 1);
        if (body.has("seed")
                && body.number("seed").filter(n -> n.doubleValue() % 1 == 0).isEmpty()) {
            throw wrongType("seed", "an integer");
        }
        Optional<List<?>> stops = body.list("stop");
        if (stops.isPresent() && stops.get().size() > MAX_STOPS) {
            throw OpenAiRefusals.invalid(
                            "stop",
                            "array_above_max_length",
                            "Invalid 'stop': array too long. Expected an array with maximum length " + MAX_STOPS
                                    + ", but got an array with length "
                                    + stops.get().size() + " instead.")
                    .thrown();
        }
        if (body.has("stop") && stops.isEmpty() && body.text("stop").isEmpty()) {
            throw wrongType("stop", "a string or an array of strings");
        }
        checkEffort("reasoning_effort", body.text("reasoning_effort"));
    }

    /// Those of a response, which has neither seed nor stop.
    static void checkResponse(Fields body) throws RefusedException {
        checkNumber(body, "temperature", 2);
        checkNumber(body, "top_p", 1);
        for (String name : List.of("seed", "stop", "reasoning_effort")) {
            if (body.has(name)) {
                throw OpenAiRefusals.invalid(name, "unknown_parameter", "Unknown parameter: '" + name + "'.")
                        .thrown();
            }
        }
        checkEffort("reasoning.effort", body.object("reasoning").flatMap(reasoning -> reasoning.text("effort")));
    }

    private static void checkNumber(Fields body, String name, int most) throws RefusedException {
        double value = body.number(name).map(Number::doubleValue).orElse(1.0);
        if (value < 0 || value > most) {
            boolean above = value > most;
            throw OpenAiRefusals.invalid(
                            name,
                            above ? "decimal_above_max_value" : "decimal_below_min_value",
                            "Invalid '" + name + "': decimal " + (above ? "above maximum" : "below minimum")
                                    + " value. Expected a value " + (above ? "<= " + most : ">= 0") + ", but got "
                                    + value + " instead.")
                    .thrown();
        }
    }

    private static void checkEffort(String name, Optional<String> effort) throws RefusedException {
        if (effort.isPresent() && !EFFORTS.contains(effort.get())) {
            throw OpenAiRefusals.invalid(name, "invalid_value", "Invalid value: '" + effort.get() + "'.")
                    .thrown();
        }
    }

    private static RefusedException wrongType(String name, String expected) {
        return OpenAiRefusals.invalid(
                        name, "invalid_type", "Invalid type for '" + name + "': expected " + expected + ".")
                .thrown();
    }
}
