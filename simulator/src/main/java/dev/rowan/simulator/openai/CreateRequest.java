package dev.rowan.simulator.openai;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The request that makes a batch, checked as OpenAI checks it.
final class CreateRequest {
    private CreateRequest() {}

    static void check(Fields body, OpenAiVariant flavour) throws RefusedException {
        if (flavour.style() != JobStyle.OPENAI) {
            for (String name : body.all().keySet()) {
                if (!flavour.style().known().contains(name)) {
                    throw OpenAiRefusals.invalid(name, "unknown_parameter", "Extra inputs are not permitted.")
                            .thrown();
                }
            }
        }
        for (String name : flavour.style().required()) {
            if (body.text(name).isEmpty()) {
                throw OpenAiRefusals.missing(name).thrown();
            }
        }
        String endpoint = flavour.style().endpoint(body);
        if (!flavour.answers().knows(endpoint)) {
            throw OpenAiRefusals.invalid("endpoint", "invalid_value", "Invalid value: '" + endpoint + "'.")
                    .thrown();
        }
        if (!body.text("completion_window").orElse("24h").equals("24h")) {
            throw OpenAiRefusals.invalid(
                            "completion_window", "invalid_value", "Invalid value. Value must be one of: 24h")
                    .thrown();
        }
        checkMetadata(body.object("metadata").orElse(Fields.NONE));
        Optional<Long> seconds = body.object("output_expires_after")
                .flatMap(after -> after.number("seconds"))
                .map(Number::longValue);
        if (seconds.isPresent() && (seconds.get() < 3_600 || seconds.get() > 2_592_000)) {
            throw OpenAiRefusals.invalid(
                            "output_expires_after.seconds", "invalid_value", "Must be from 3600 to 2592000.")
                    .thrown();
        }
    }

    /// The file with the requests; Mistral takes a list.
    static String file(Fields body, OpenAiVariant flavour) throws RefusedException {
        if (flavour.style() != JobStyle.MISTRAL) {
            return body.text("input_file_id").orElseThrow();
        }
        List<?> files = body.list("input_files").orElse(List.of());
        if (files.size() == 1 && files.getFirst() instanceof String file) {
            return file;
        }
        throw OpenAiRefusals.missing("input_files").thrown();
    }

    private static void checkMetadata(Fields metadata) throws RefusedException {
        if (metadata.all().size() > 16) {
            throw OpenAiRefusals.invalid("metadata", "object_above_max_properties", "Metadata may have 16 pairs.")
                    .thrown();
        }
        for (Map.Entry<String, ?> pair : metadata.all().entrySet()) {
            if (pair.getKey().length() > 64 || !(pair.getValue() instanceof String text) || text.length() > 512) {
                throw OpenAiRefusals.invalid(
                                "metadata." + pair.getKey(),
                                "invalid_type",
                                "Keys may have 64 characters, and values are strings of up to 512.")
                        .thrown();
            }
        }
    }
}
