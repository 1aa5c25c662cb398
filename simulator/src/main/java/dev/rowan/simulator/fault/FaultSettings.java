package dev.rowan.simulator.fault;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Random faults of requests.
public record FaultSettings(List<FaultRule> rules, Optional<Long> attempts) {
    public static final FaultSettings NONE = new FaultSettings(List.of(), Optional.empty());

    public static final Option<List<FaultRule>> FAULTS = rules("faults")
            .orElse(List.of())
            .describedAs("faults and their probabilities, such as {status:503: 0.01, openai_chat/lost_reply: 0.001}");

    /// An option called `name` that maps faults to probabilities.
    public static Option<List<FaultRule>> rules(String name) {
        return Option.free(
                name,
                "a mapping of faults to probabilities",
                Map.of("type", "object", "additionalProperties", Map.of("type", "number", "minimum", 0, "maximum", 1)),
                FaultSettings::read);
    }

    public static final Option<Long> ATTEMPTS = Option.integer("fault_attempts", 1)
            .optional()
            .describedAs("number of sends of the same request that get faults; default: every send");

    public FaultSettings {
        rules = List.copyOf(rules);
    }

    /// The fault of send number `occurrence` of a request to `endpoint`. The probabilities add up.
    public PlannedFault draw(String endpoint, long occurrence, RandomGenerator random) {
        if (rules.isEmpty() || attempts.map(most -> occurrence > most).orElse(false)) {
            return PlannedFault.NONE;
        }
        double left = random.nextDouble();
        for (FaultRule rule : rules) {
            if (rule.fits(endpoint)) {
                left -= rule.probability();
                if (left < 0) {
                    return rule.planned();
                }
            }
        }
        return PlannedFault.NONE;
    }

    private static Option.Reading<List<FaultRule>> read(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            return new Option.Reading.Wrong<>("must be a mapping of faults to probabilities");
        }
        var rules = new ArrayList<FaultRule>();
        var wrong = new ArrayList<Option.Reading.Part>();
        entries.forEach((text, entry) -> {
            int slash = text.indexOf('/');
            Optional<String> endpoint = slash < 0 ? Optional.empty() : Optional.of(text.substring(0, slash));
            Optional<PlannedFault> fault = PlannedFault.of(text.substring(slash + 1));
            Optional<Double> probability = probability(entry.value());
            if (fault.isEmpty()) {
                wrong.add(new Option.Reading.Part(
                        entry.value(), "must have a known fault as its key: " + String.join(", ", FaultText.FORMS)));
            } else if (probability.isEmpty()) {
                wrong.add(new Option.Reading.Part(entry.value(), "must be a probability from 0 to 1"));
            } else {
                rules.add(new FaultRule(endpoint, fault.get(), probability.get()));
            }
        });
        return wrong.isEmpty()
                ? new Option.Reading.Value<>(List.copyOf(rules))
                : new Option.Reading.WrongParts<>(wrong);
    }

    /// The probability that `node` states.
    public static Optional<Double> probability(ConfigNode node) {
        return node instanceof ConfigNode.Scalar scalar && scalar.typed() instanceof Number number
                ? Optional.of(number.doubleValue()).filter(value -> value >= 0 && value <= 1)
                : Optional.empty();
    }
}
