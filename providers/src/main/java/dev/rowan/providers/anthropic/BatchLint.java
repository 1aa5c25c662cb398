package dev.rowan.providers.anthropic;

import dev.rowan.api.call.Payload;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.OneLine;
import java.util.List;
import java.util.Optional;

/// Validates the body of a call before it is batched: the service would report an error only after the whole batch
/// has ended.
record BatchLint(String model, String version) {
    private static final List<String> FORBIDDEN = List.of("speed", "thread", "hint");
    private static final List<String> SAMPLING = List.of("temperature", "top_p", "top_k");

    Optional<String> refusal(byte[] body) {
        Optional<JsonTree> read = JsonTree.parse(Payload.of(body)).filter(JsonTree::isObject);
        return read.isEmpty()
                ? Optional.of("the body of a request in a batch must be a JSON object")
                : OneLine.refusal(body).or(() -> refusal(read.get()));
    }

    private Optional<String> refusal(JsonTree body) {
        Optional<String> named = body.at("model").text();
        if (!named.equals(Optional.of(model))) {
            return Optional.of("'model' must be '%s', got %s"
                    .formatted(model, named.map(name -> "'" + name + "'").orElse("none")));
        }
        if (body.at("max_tokens").count().filter(most -> most > 0).isEmpty()) {
            return Optional.of("'max_tokens' must be a whole number above 0 in a batch");
        }
        if (body.at("messages").items().isEmpty()) {
            return Optional.of("'messages' must not be empty");
        }
        if (Boolean.TRUE.equals(body.at("stream").value())) {
            return Optional.of("'stream' must not be true in a batch");
        }
        return FORBIDDEN.stream()
                .filter(name -> body.at(name).value() != null)
                .findFirst()
                .map(name -> "'" + name + "' is not accepted in a batch")
                .or(() -> AnthropicMessages.isWithoutSampling(version) ? newer(body) : Optional.empty());
    }

    private Optional<String> newer(JsonTree body) {
        return SAMPLING.stream()
                .filter(name -> body.at(name).value() != null)
                .findFirst()
                .map(name -> "'" + name + "' is not accepted by anthropic-version " + version)
                .or(() -> body.at("messages").items().stream()
                        .flatMap(message -> blocks(message).stream())
                        .findFirst());
    }

    private Optional<String> blocks(JsonTree message) {
        boolean user = message.at("role").text().equals(Optional.of("user"));
        for (JsonTree block : message.at("content").items()) {
            String type = block.at("type").text().orElse("");
            if (!user && type.equals("document")) {
                return Optional.of(
                        "documents in the assistant's turns are not accepted by anthropic-version " + version);
            }
            if (user && type.equals("text") && block.at("citations").value() != null) {
                return Optional.of("'citations' on a user's text are not accepted by anthropic-version " + version);
            }
        }
        return Optional.empty();
    }
}
