package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.schema.StrictSchema;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The form of an answer that a request asks for, checked as OpenAI checks it.
final class StructuredForm {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private StructuredForm() {}

    /// Reads a `type` with, for `json_schema`, the `name`, `strict` and `schema` that stand in `given`.
    static Prompt.Form read(String type, Fields given, String param) throws RefusedException {
        return switch (type) {
            case "text" -> new Prompt.Form.Text();
            case "json_object" -> new Prompt.Form.AnyJson();
            case "json_schema" -> schema(given, param);
            default ->
                throw OpenAiRefusals.invalid(
                                param + ".type",
                                "invalid_value",
                                "Invalid value: '" + type
                                        + "'. Supported values are: 'text', 'json_object', and 'json_schema'.")
                        .thrown();
        };
    }

    private static Prompt.Form schema(Fields given, String param) throws RefusedException {
        String name = given.text("name")
                .orElseThrow(() -> OpenAiRefusals.missing(param + ".name").thrown());
        if (!NAME.matcher(name).matches()) {
            throw OpenAiRefusals.invalid(
                            param + ".name",
                            "invalid_value",
                            "Invalid '" + param + ".name': expected up to 64 letters, digits, '_' or '-'.")
                    .thrown();
        }
        Fields schema = given.object("schema")
                .orElseThrow(() -> OpenAiRefusals.missing(param + ".schema").thrown());
        if (given.flag("strict")) {
            Optional<Refusal> broken = StrictSchema.closedAndRequired()
                    .breach(schema)
                    .map(breach -> OpenAiRefusals.badSchema(param, name, breach));
            if (broken.isPresent()) {
                throw broken.get().thrown();
            }
        }
        return new Prompt.Form.Schema(schema.all());
    }
}
