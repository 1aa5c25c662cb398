package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.schema.StrictSchema;
import dev.rowan.simulator.service.MediaData;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.Texts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A messages request, checked as Anthropic checks it in each version of its API.
final class MessagesRequest {
    private static final List<String> SAMPLING = List.of("temperature", "top_p", "top_k");

    private static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh", "max");

    private MessagesRequest() {}

    static Prompt read(Fields body, ApiVersion version) throws RefusedException {
        long maxTokens = body.number("max_tokens")
                .orElseThrow(() ->
                        AnthropicDialect.invalid("max_tokens: Field required").thrown())
                .longValue();
        check(maxTokens >= 1, "max_tokens: Input should be greater than or equal to 1");
        check(body.list("messages").isPresent(), "messages: Field required");
        List<Fields> messages = body.objects("messages");
        check(!messages.isEmpty(), "messages: at least one message is required");
        check(!body.flag("stream"), "stream: the simulator does not stream");
        checkSampling(body, version);
        check(!body.has("seed"), "seed: Extra inputs are not permitted");
        checkEffort(body);
        for (int i = 0; i < messages.size(); i++) {
            checkMessage(messages.get(i), "messages." + i, version);
        }
        String system = Texts.of(body.get("system"));
        String whole = messages.stream()
                .map(message -> Texts.of(message.get("content")))
                .collect(Collectors.joining("\n"));
        return new Prompt(
                system.isEmpty() ? whole : system + "\n" + whole,
                Texts.of(messages.getLast().get("content")),
                form(body),
                Optional.of(maxTokens));
    }

    private static void check(boolean holds, String message) throws RefusedException {
        if (!holds) {
            throw AnthropicDialect.invalid(message).thrown();
        }
    }

    private static void checkSampling(Fields body, ApiVersion version) throws RefusedException {
        switch (version) {
            case V2023_06_01 -> {
                double temperature =
                        body.number("temperature").map(Number::doubleValue).orElse(1.0);
                check(temperature >= 0 && temperature <= 1, "temperature: range: 0..1");
            }
            case V2026_10_21 -> {
                for (String name : SAMPLING) {
                    check(!body.has(name), name + ": Extra inputs are not permitted");
                }
            }
        }
    }

    private static void checkEffort(Fields body) throws RefusedException {
        Optional<String> effort = body.object("output_config").flatMap(config -> config.text("effort"));
        check(
                effort.isEmpty() || EFFORTS.contains(effort.get()),
                "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
    }

    private static void checkMessage(Fields message, String path, ApiVersion version) throws RefusedException {
        String role = message.text("role").orElse("");
        check(role.equals("user") || role.equals("assistant"), path + ".role: Input should be 'user' or 'assistant'");
        Object content = message.get("content");
        check(content instanceof String || content instanceof List<?>, path + ".content: Field required");
        checkMedia(message, path);
        if (version == ApiVersion.V2026_10_21) {
            checkBlocks(message, role, path);
        }
    }

    /// Images and documents have a source, in base64 with its media type or elsewhere.
    private static void checkMedia(Fields message, String path) throws RefusedException {
        List<Fields> blocks = message.objects("content");
        for (int i = 0; i < blocks.size(); i++) {
            String type = blocks.get(i).text("type").orElse("");
            if (!type.equals("image") && !type.equals("document")) {
                continue;
            }
            String place = path + ".content." + i + "." + type + ".source";
            Fields source = blocks.get(i).object("source").orElse(Fields.NONE);
            check(source.text("type").isPresent(), place + ": Field required");
            if (source.text("type").orElse("").equals("base64")) {
                String media = source.text("media_type").orElse("");
                check(
                        type.equals("image") ? MediaData.IMAGES.contains(media) : media.equals(MediaData.PDF),
                        place + ".base64.media_type: Input should be "
                                + (type.equals("image")
                                        ? "'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
                                        : "'application/pdf'"));
                check(MediaData.isBase64(source.text("data").orElse("")), place + ".base64.data: Invalid base64 data");
            }
        }
    }

    private static void checkBlocks(Fields message, String role, String path) throws RefusedException {
        for (Fields block : message.objects("content")) {
            String type = block.text("type").orElse("");
            check(
                    !(role.equals("assistant") && type.equals("document")),
                    path + ".content: document blocks are not permitted in assistant turns");
            check(
                    !(role.equals("user") && type.equals("text") && isSet(block.get("citations"))),
                    path + ".content: citations are not permitted on user text");
        }
    }

    private static boolean isSet(@Nullable Object value) {
        return value != null;
    }

    private static Prompt.Form form(Fields body) throws RefusedException {
        Optional<Fields> format = body.object("output_config").flatMap(config -> config.object("format"));
        if (format.isEmpty()) {
            return new Prompt.Form.Text();
        }
        check(
                format.get().text("type").orElse("").equals("json_schema"),
                "output_config.format.type: Input should be 'json_schema'");
        Fields schema = format.get()
                .object("schema")
                .orElseThrow(() -> AnthropicDialect.invalid("output_config.format.schema: Field required")
                        .thrown());
        check(
                StrictSchema.closed().breach(schema).isEmpty(),
                "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to"
                        + " false");
        return new Prompt.Form.Schema(schema.all());
    }
}
