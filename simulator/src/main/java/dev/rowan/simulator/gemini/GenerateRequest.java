package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.MediaData;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.Texts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A generateContent request, checked as Gemini checks it. Its fields may be in camel case or in snake case.
final class GenerateRequest {
    /// Keys of JSON Schema that `responseSchema`, a subset of OpenAPI, does not know.
    private static final List<String> NOT_IN_OPEN_API =
            List.of("additionalProperties", "$ref", "$defs", "const", "patternProperties", "oneOf", "allOf");

    private GenerateRequest() {}

    static Prompt read(Fields body) throws RefusedException {
        List<Fields> contents = body.objects("contents");
        if (contents.isEmpty()) {
            throw GeminiDialect.invalid("* GenerateContentRequest.contents: contents is not specified")
                    .thrown();
        }
        for (Fields content : contents) {
            for (Fields part : content.objects("parts")) {
                checkData(part);
            }
        }
        Fields config = either(body, "generationConfig", "generation_config").orElse(Fields.NONE);
        checkTemperature(config);
        checkThinking(config);
        String system = either(body, "systemInstruction", "system_instruction")
                .map(GenerateRequest::text)
                .map(text -> text + "\n")
                .orElse("");
        String whole = contents.stream().map(GenerateRequest::text).collect(Collectors.joining("\n"));
        Optional<Number> most = config.number("maxOutputTokens").or(() -> config.number("max_output_tokens"));
        return new Prompt(system + whole, text(contents.getLast()), form(config), most.map(Number::longValue));
    }

    /// The text of a prompt, or of its beginning.
    static String text(@Nullable Object system, List<?> contents) {
        String instruction = Fields.of(system)
                .map(GenerateRequest::text)
                .map(text -> text + "\n")
                .orElse("");
        return instruction
                + contents.stream()
                        .flatMap(content -> Fields.of(content).stream())
                        .map(GenerateRequest::text)
                        .collect(Collectors.joining("\n"));
    }

    private static Optional<Fields> either(Fields fields, String camel, String snake) {
        return fields.object(camel).or(() -> fields.object(snake));
    }

    private static String text(Fields content) {
        return Texts.of(content.get("parts"));
    }

    private static void checkData(Fields part) throws RefusedException {
        Optional<Fields> data = either(part, "inlineData", "inline_data");
        if (data.isEmpty()) {
            return;
        }
        String type = data.get()
                .text("mimeType")
                .or(() -> data.get().text("mime_type"))
                .orElse("");
        if (!MediaData.IMAGES.contains(type) && !type.equals(MediaData.PDF)) {
            throw GeminiDialect.invalid("Unsupported MIME type: " + type).thrown();
        }
        if (!MediaData.isBase64(data.get().text("data").orElse(""))) {
            throw GeminiDialect.invalid("Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64"
                            + " decoding failed")
                    .thrown();
        }
    }

    private static void checkThinking(Fields config) throws RefusedException {
        Fields thinking = either(config, "thinkingConfig", "thinking_config").orElse(Fields.NONE);
        if (thinking.has("thinkingBudget") && thinking.has("thinkingLevel")) {
            throw GeminiDialect.invalid("You can only set only one of thinking budget and thinking level.")
                    .thrown();
        }
        if (config.list("stopSequences").filter(stops -> stops.size() > 5).isPresent()) {
            throw GeminiDialect.invalid(
                            "* GenerateContentRequest.generation_config.stop_sequences: at most 5 are allowed")
                    .thrown();
        }
    }

    private static void checkTemperature(Fields config) throws RefusedException {
        double temperature =
                config.number("temperature").map(Number::doubleValue).orElse(1.0);
        if (temperature < 0 || temperature > 2) {
            throw GeminiDialect.invalid("* GenerateContentRequest.generation_config.temperature: temperature must be in"
                            + " the range [0.0, 2.0].")
                    .thrown();
        }
    }

    private static Prompt.Form form(Fields config) throws RefusedException {
        String type = config.text("responseMimeType")
                .or(() -> config.text("response_mime_type"))
                .orElse("text/plain");
        Optional<Fields> json = either(config, "responseJsonSchema", "response_json_schema");
        Optional<Fields> openApi = either(config, "responseSchema", "response_schema");
        if (json.isEmpty() && openApi.isEmpty()) {
            return type.equals("application/json") ? new Prompt.Form.AnyJson() : new Prompt.Form.Text();
        }
        if (!type.equals("application/json")) {
            throw GeminiDialect.invalid("* GenerateContentRequest.generation_config.response_schema: a response schema"
                            + " needs the mime type application/json")
                    .thrown();
        }
        Optional<String> unknown = openApi.flatMap(GenerateRequest::unknownKey);
        if (unknown.isPresent()) {
            throw GeminiDialect.invalid("Invalid JSON payload received. Unknown name \"" + unknown.get()
                            + "\" at 'generation_config.response_schema': Cannot find field.")
                    .thrown();
        }
        return new Prompt.Form.Schema(json.or(() -> openApi).orElseThrow().all());
    }

    private static Optional<String> unknownKey(Fields schema) {
        Stream<Fields> properties = schema.object("properties").stream()
                .flatMap(named -> named.all().keySet().stream().flatMap(name -> named.object(name).stream()));
        Stream<Fields> inner = Stream.of(properties, schema.object("items").stream(), schema.objects("anyOf").stream())
                .flatMap(all -> all);
        return NOT_IN_OPEN_API.stream()
                .filter(schema::has)
                .findFirst()
                .or(() -> inner.flatMap(part -> unknownKey(part).stream()).findFirst());
    }
}
