package dev.rowan.providers.openai;

import dev.rowan.providers.reply.JsonFieldReader;
import java.util.Optional;

/// Validates the body of a call before it is batched. Owned by one thread.
public final class LineBody {
    private final String question;
    private Optional<String> model = Optional.empty();
    private boolean hasModel;
    private boolean streams;
    private boolean asks;
    private final boolean isObject;
    private final boolean isBroken;

    private LineBody(byte[] body, String question) {
        this.question = question;
        this.isObject = JsonFieldReader.read(body, this::receive);
        this.isBroken = breaks(body);
    }

    /// `question` is the key with the prompt.
    public static LineBody of(byte[] body, String question) {
        return new LineBody(body, question);
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "model" -> {
                hasModel = true;
                model = value.text();
            }
            case "stream" -> streams = value.isTrue();
            default -> asks |= key.equals(question) && value.isNonEmpty();
        }
    }

    private static boolean breaks(byte[] body) {
        for (byte b : body) {
            if (b == '\n' || b == '\r') {
                return true;
            }
        }
        return body.length > 0 && body[0] != '{';
    }

    boolean hasModel() {
        return hasModel;
    }

    /// Why a line with this body would fail, or its whole batch.
    public Optional<String> refusal(String wanted, boolean namesModel) {
        if (!isObject) {
            return Optional.of("the body of a request in a batch must be a JSON object");
        }
        if (isBroken) {
            return Optional.of("the body of a request in a batch must be one line that starts with a brace");
        }
        if (streams) {
            return Optional.of("'stream' must not be true in a batch");
        }
        if (hasModel ? !model.equals(Optional.of(wanted)) : namesModel) {
            return Optional.of("every request of a batch must be for the model '%s', got %s"
                    .formatted(wanted, model.map(name -> "'" + name + "'").orElse("none")));
        }
        return asks ? Optional.empty() : Optional.of("'" + question + "' must not be empty");
    }
}
