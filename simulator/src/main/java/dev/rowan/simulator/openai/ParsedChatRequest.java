package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.Texts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A chat completion request, checked as OpenAI checks it.
public final class ParsedChatRequest {
    private static final Set<String> ROLES = Set.of("system", "assistant", "user", "function", "tool", "developer");

    private ParsedChatRequest() {}

    /// What the body of a request asks the model.
    public static Prompt read(Fields body) throws RefusedException {
        if (!body.has("messages")) {
            throw OpenAiRefusals.missing("messages").thrown();
        }
        if (body.list("messages").isEmpty()) {
            throw OpenAiRefusals.invalid(
                            "messages", "invalid_type", "Invalid type for 'messages': expected an array of objects.")
                    .thrown();
        }
        List<Fields> messages = body.objects("messages");
        if (messages.isEmpty()) {
            throw OpenAiRefusals.invalid(
                            "messages",
                            "empty_array",
                            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty"
                                    + " array instead.")
                    .thrown();
        }
        checkRoles(messages);
        ContentParts.checkChat(messages);
        Parameters.checkChat(body);
        checkNoStream(body);
        String whole = messages.stream()
                .map(message -> Texts.of(message.get("content")))
                .collect(Collectors.joining("\n"));
        return new Prompt(whole, lastOfUser(messages), form(body), maxTokens(body));
    }

    private static void checkRoles(List<Fields> messages) throws RefusedException {
        for (int i = 0; i < messages.size(); i++) {
            String role = messages.get(i).text("role").orElse("");
            if (!ROLES.contains(role)) {
                throw OpenAiRefusals.invalid(
                                "messages[" + i + "].role",
                                "invalid_value",
                                "Invalid value: '" + role + "'. Supported values are: 'system', 'assistant', 'user',"
                                        + " 'function', 'tool', and 'developer'.")
                        .thrown();
            }
        }
    }

    static void checkNoStream(Fields body) throws RefusedException {
        if (body.flag("stream")) {
            throw OpenAiRefusals.invalid("stream", "unsupported_value", "The simulator does not stream.")
                    .thrown();
        }
    }

    static String lastOfUser(List<Fields> messages) {
        return messages.reversed().stream()
                .filter(message -> message.text("role").orElse("").equals("user"))
                .findFirst()
                .map(message -> Texts.of(message.get("content")))
                .orElse("");
    }

    private static Prompt.Form form(Fields body) throws RefusedException {
        Optional<Fields> format = body.object("response_format");
        return format.isEmpty()
                ? new Prompt.Form.Text()
                : StructuredForm.read(
                        format.get().text("type").orElse(""),
                        format.get().object("json_schema").orElse(Fields.NONE),
                        "response_format");
    }

    private static Optional<Long> maxTokens(Fields body) {
        return body.number("max_completion_tokens")
                .or(() -> body.number("max_tokens"))
                .map(Number::longValue);
    }
}
