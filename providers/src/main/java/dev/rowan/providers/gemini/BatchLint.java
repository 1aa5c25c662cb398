package dev.rowan.providers.gemini;

import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.service.OneLine;
import java.util.Optional;

/// Validates the body of a call before it is batched. Owned by one thread.
final class BatchLint {
    private Optional<String> model = Optional.empty();
    private boolean asks;

    private BatchLint() {}

    static Optional<String> refusal(byte[] body, String model) {
        var lint = new BatchLint();
        if (!JsonFieldReader.read(body, lint::receive)) {
            return Optional.of("the body of a request in a batch must be a JSON object");
        }
        return OneLine.refusal(body).or(() -> lint.refusal(model));
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "contents" -> asks = value.isNonEmpty();
            case "model" -> model = value.text();
            default -> {}
        }
    }

    /// The URL names the model; a request may name it too, but no other.
    private Optional<String> refusal(String wanted) {
        Optional<String> other = model.filter(name -> !name.equals(wanted) && !name.equals("models/" + wanted));
        if (other.isPresent()) {
            return Optional.of("'model' must be '%s' or be left out, got '%s'".formatted(wanted, other.get()));
        }
        return asks ? Optional.empty() : Optional.of("'contents' must not be empty");
    }
}
