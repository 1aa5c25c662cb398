package dev.rowan.cli;

import static dev.rowan.cli.Mistake.PIPELINE;

import java.util.List;

/// Mistakes in the settings of a transform that asks a model.
final class ModelMistakes {
    private ModelMistakes() {}

    static Mistake prompt(String name, String wrong, String right, String problem) {
        return Mistake.of(
                name,
                "user_prompt_template: \"Which mood? {{ text }}\"",
                "user_prompt_template: " + wrong,
                "user_prompt_template: " + right,
                ":6:29 transforms[0].options.user_prompt_template: " + problem);
    }

    static List<Mistake> prompts() {
        String constant = "must use a field, otherwise every row sends the same prompt; write {{ text }}";
        return List.of(
                prompt("single braces", "\"Mood of { text }?\"", "\"Mood of {{ text }}?\"", constant),
                prompt(
                        "a shell's variable",
                        "\"Mood of $text?\"",
                        "\"Mood of $5 and {{ text }}?\"",
                        constant + " instead of $text, or set constant_prompt: true"),
                prompt(
                        "no field at all",
                        "Tell a joke.",
                        "Tell a joke.\n      constant_prompt: true",
                        constant + " where the field 'text' belongs"),
                Mistake.of(
                        "a template as the model",
                        "model: simulator/chat",
                        "model: \"simulator/{{ lang }}\"",
                        "model: simulator/chat",
                        ":5:14 transforms[0].options.model: must be the same for every row, got the template"
                                + " '{{ lang }}'; only user_prompt_template is rendered with fields"),
                Mistake.of(
                        "a template as the output key",
                        "output_key: mood",
                        "output_key: \"{{ id }}\"",
                        "output_key: id_mood",
                        ":7:19 transforms[0].options.output_key: must be the same for every row, got the template"));
    }

    private static Mistake service(String name, String wrong, String right, String problem) {
        return Mistake.of(name, "model: simulator/chat", wrong, right, problem);
    }

    static List<Mistake> services() {
        String key = "\n      api_key: \"${KEY}\"";
        String safety = PIPELINE.replace(
                "transforms:\n",
                "transforms:\n  - {plugin: azure_prompt_shield, options: {fields: text, endpoint: %s}}\n");
        return List.of(
                service(
                        "a full path as base_url",
                        "model: openai/gpt-4o-mini\n      base_url: https://api.openai.com/v1/chat/completions" + key,
                        "model: openai/gpt-4o-mini\n      base_url: https://api.openai.com/v1" + key,
                        ":6:17 transforms[0].options.base_url: must be the address without '/chat/completions', which"
                                + " requests add: https://api.openai.com/v1, got https://api.openai.com/v1/chat"),
                service(
                        "a full path as base_url of anthropic",
                        "model: anthropic/claude-haiku-4-5\n      base_url: https://api.anthropic.com/v1/messages"
                                + key,
                        "model: anthropic/claude-haiku-4-5\n      base_url: https://api.anthropic.com" + key,
                        "must be the address without '/v1/messages', which requests add: https://api.anthropic.com,"),
                service(
                        "a version in base_url of gemini",
                        "model: gemini/gemini-2.5-flash\n"
                                + "      base_url: https://generativelanguage.googleapis.com/v1beta/" + key,
                        "model: gemini/gemini-2.5-flash\n"
                                + "      base_url: https://generativelanguage.googleapis.com/" + key,
                        "must be the address without '/v1beta', which requests add:"
                                + " https://generativelanguage.googleapis.com,"),
                new Mistake(
                        "a full path as endpoint of azure",
                        azure("https://x.openai.azure.com/openai/deployments/mine/chat/completions"),
                        azure("https://x.openai.azure.com/"),
                        ":6:17 transforms[0].options.endpoint: must be the address without"
                                + " '/openai/deployments/mine/chat/completions', which requests add:"
                                + " https://x.openai.azure.com, got"),
                new Mistake(
                        "a query in endpoint",
                        azure("https://x.openai.azure.com/openai?api-version=2024-10-21"),
                        azure("https://x.openai.azure.com"),
                        ":6:17 transforms[0].options.endpoint: must be an https:// URL without a query"),
                new Mistake(
                        "a full path as endpoint of a safety check",
                        safety.formatted("\"https://x.cognitiveservices.azure.com/contentsafety/text:shieldPrompt\""),
                        safety.formatted("\"https://x.cognitiveservices.azure.com\""),
                        ":3:69 transforms[0].options.endpoint: must be the address without"
                                + " '/contentsafety/text:shieldPrompt', which requests add:"),
                service(
                        "temperature on a reasoning model",
                        "model: openai/o3-mini\n      temperature: 0" + key,
                        "model: openai/gpt-4o-mini\n      temperature: 0" + key,
                        ":6:20 transforms[0].options.temperature: must be absent or 1: 'o3-mini' is a reasoning model"),
                service(
                        "temperature on gpt-5",
                        "model: openai/gpt-5-mini\n      temperature: 0.2" + key,
                        "model: openai/gpt-5-mini\n      temperature: 1" + key,
                        "must be absent or 1: 'gpt-5-mini' is a reasoning model and rejects any other; omit it"),
                service(
                        "top_p on a reasoning model",
                        "model: openai/o3-mini\n      top_p: 0.9" + key,
                        "model: openai/gpt-4o-mini\n      top_p: 0.9" + key,
                        ":6:14 transforms[0].options.top_p: must be absent or 1: 'o3-mini' is a reasoning model"),
                service(
                        "a temperature that anthropic refuses",
                        "model: anthropic/claude-haiku-4-5\n      temperature: 1.5" + key,
                        "model: anthropic/claude-haiku-4-5\n      temperature: 0.5" + key,
                        "must be at most 1 at anthropic, got 1.5"),
                service(
                        "tokens_per_minute below one request",
                        "model: simulator/chat\n      tokens_per_minute: 1000",
                        "model: simulator/chat\n      max_tokens: 16\n      tokens_per_minute: 1000",
                        ":6:26 transforms[0].options.tokens_per_minute: must be at least 1056, what one request can use"
                                + " with its max_tokens and the texts that are the same for every row, got 1000;"
                                + " raise it, or lower max_tokens"),
                service(
                        "a nested reference without a value",
                        "model: \"${MODEL:-${OTHER_MODEL}}\"",
                        "model: \"${MODEL:-${OTHER_MODEL:-simulator/chat}}\"",
                        ":5:14 transforms[0].options.model: environment variable OTHER_MODEL is not set; set it"));
    }

    static String azure(String endpoint) {
        return PIPELINE.replace("plugin: llm", "plugin: azure_llm")
                .replace(
                        "model: simulator/chat",
                        "deployment_name: mine\n      endpoint: " + endpoint + "\n      api_key: \"${KEY}\"");
    }

    private static Mistake schema(String name, String wrong, String right, String problem) {
        return Mistake.of(
                name,
                "output_key: mood",
                "output_key: mood\n      output_schema: " + wrong,
                "output_key: mood\n      output_schema: " + right,
                ":8:22 transforms[0].options.output_schema: must be a schema that an answer can keep: " + problem);
    }

    static List<Mistake> schemas() {
        String object = "{type: object, additionalProperties: false, properties: {mood: %s}, required: [%s]}";
        return List.of(
                schema(
                        "a required name that is no property",
                        object.formatted("{type: string}", "mood, reason"),
                        object.formatted("{type: string}", "mood"),
                        "required names 'reason', which is not in properties, and additionalProperties: false"),
                schema(
                        "an enum of another type",
                        object.formatted("{type: string, enum: [1, 2]}", "mood"),
                        object.formatted("{type: string, enum: [\"1\", \"2\"]}", "mood"),
                        "properties/mood: no value of enum [1, 2] is of type string; quote the values"),
                schema(
                        "a const of another type",
                        "{type: array, items: {type: boolean, const: \"true\"}}",
                        "{type: array, items: {type: boolean, const: true}}",
                        "items: const true is not of type boolean; quote the value"),
                schema(
                        "a minimum above the maximum",
                        object.formatted("{type: integer, minimum: 5, maximum: 1}", "mood"),
                        object.formatted("{type: integer, minimum: 1, maximum: 5}", "mood"),
                        "properties/mood: minimum 5 leaves nothing below maximum 1; swap them or remove one"),
                schema(
                        "bounds that exclude each other",
                        "{type: number, minimum: 1, exclusiveMaximum: 1}",
                        "{type: number, minimum: 1, exclusiveMaximum: 2}",
                        "minimum 1 leaves nothing below exclusiveMaximum 1"),
                schema(
                        "a minLength above maxLength",
                        "{anyOf: [{type: string, minLength: 3, maxLength: 2}, {type: \"null\"}]}",
                        "{anyOf: [{type: string, minLength: 2, maxLength: 2}, {type: \"null\"}]}",
                        "anyOf/0: minLength 3 leaves nothing below maxLength 2"));
    }
}
