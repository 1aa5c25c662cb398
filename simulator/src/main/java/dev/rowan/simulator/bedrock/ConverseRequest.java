package dev.rowan.simulator.bedrock;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.cache.CacheLife;
import dev.rowan.simulator.cache.PromptBlocks;
import dev.rowan.simulator.cache.PromptBlocks.Block;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.price.CachePrices;
import dev.rowan.simulator.schema.StrictSchema;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A request of Converse, checked as Bedrock checks it.
record ConverseRequest(Fields body) {
    private static final Set<String> KEYS = Set.of(
            "messages",
            "system",
            "inferenceConfig",
            "outputConfig",
            "toolConfig",
            "guardrailConfig",
            "additionalModelRequestFields",
            "additionalModelResponseFieldPaths",
            "promptVariables",
            "requestMetadata",
            "performanceConfig",
            "serviceTier");
    private static final int MAX_POINTS = 4;

    Prompt prompt() throws RefusedException {
        for (String key : body.all().keySet()) {
            check(KEYS.contains(key), "extraneous key [" + key + "] is not permitted");
        }
        List<Fields> messages = body.objects("messages");
        check(!messages.isEmpty(), "A conversation must start with a user message.");
        String role = "";
        for (Fields message : messages) {
            String next = message.text("role").orElse("");
            check(next.equals("user") || next.equals("assistant"), "role must be user or assistant");
            check(!next.equals(role), "A conversation must alternate between user and assistant roles.");
            check(!message.objects("content").isEmpty(), "The content field in the Message object is empty.");
            role = next;
        }
        check(messages.getFirst().text("role").orElse("").equals("user"), "must start with a user message");
        String whole = text(body.objects("system"))
                + "\n"
                + messages.stream()
                        .map(message -> text(message.objects("content")))
                        .collect(Collectors.joining("\n"));
        Fields inference = body.object("inferenceConfig").orElse(Fields.NONE);
        double temperature =
                inference.number("temperature").map(Number::doubleValue).orElse(1.0);
        check(temperature >= 0 && temperature <= 1, "temperature must be from 0 to 1");
        return new Prompt(
                whole,
                text(messages.getLast().objects("content")),
                form(),
                inference.number("maxTokens").map(Number::longValue));
    }

    /// The tier that is asked for.
    String tier() {
        return body.object("serviceTier").flatMap(tier -> tier.text("type")).orElse("default");
    }

    /// `acceptsMarks` if models have a cache at all.
    PromptBlocks blocks(String model, boolean acceptsMarks) throws RefusedException {
        var blocks = new ArrayList<Block>();
        add(blocks, body.objects("system"));
        for (Fields message : body.objects("messages")) {
            blocks.add(new Block("\n", Optional.empty()));
            add(blocks, message.objects("content"));
        }
        long points = blocks.stream().filter(block -> block.mark().isPresent()).count();
        check(points <= MAX_POINTS, "too many cache points: " + points);
        CachePrices prices = CachePrices.of("bedrock", model);
        if (points > 0 && !(acceptsMarks && prices.kind() == CachePrices.Kind.BLOCKS)) {
            throw Refusal.of(
                            403,
                            "AccessDeniedException",
                            "You invoked an unsupported model or your request did not allow prompt caching.")
                    .thrown();
        }
        return new PromptBlocks(model, blocks, false, prices.minimum());
    }

    private static void add(List<Block> blocks, List<Fields> parts) throws RefusedException {
        for (Fields part : parts) {
            Optional<Fields> point = part.object("cachePoint");
            if (point.isPresent()) {
                check(point.get().text("type").orElse("").equals("default"), "cachePoint.type must be default");
                boolean hour = point.get().text("ttl").orElse("5m").equals("1h");
                blocks.add(new Block("", Optional.of(hour ? CacheLife.HOUR : CacheLife.FIVE_MINUTES)));
            }
            part.text("text").ifPresent(text -> blocks.add(new Block(text, Optional.empty())));
        }
    }

    private static String text(List<Fields> blocks) {
        return blocks.stream().flatMap(block -> block.text("text").stream()).collect(Collectors.joining("\n"));
    }

    private Prompt.Form form() throws RefusedException {
        Optional<Fields> format = body.object("outputConfig").flatMap(config -> config.object("textFormat"));
        if (format.isEmpty()) {
            return new Prompt.Form.Text();
        }
        check(format.get().text("type").orElse("").equals("json_schema"), "textFormat.type must be json_schema");
        String text = format.get()
                .object("structure")
                .flatMap(structure -> structure.object("jsonSchema"))
                .flatMap(definition -> definition.text("schema"))
                .orElseThrow(() -> BedrockDialect.invalid("jsonSchema.schema must be a string")
                        .thrown());
        try {
            Fields schema = Fields.of(RowJson.readValue(text.getBytes(StandardCharsets.UTF_8)))
                    .orElse(Fields.NONE);
            check(
                    StrictSchema.closed().breach(schema).isEmpty(),
                    "For 'object' type, 'additionalProperties' must be explicitly set to false");
            return new Prompt.Form.Schema(schema.all());
        } catch (JsonException _) {
            throw BedrockDialect.invalid("jsonSchema.schema must be valid JSON").thrown();
        }
    }

    private static void check(boolean holds, String message) throws RefusedException {
        if (!holds) {
            throw BedrockDialect.invalid(message).thrown();
        }
    }
}
