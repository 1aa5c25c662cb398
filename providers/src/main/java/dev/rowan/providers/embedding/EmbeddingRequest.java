package dev.rowan.providers.embedding;

import java.util.Optional;

/// A request for the vector of one text. `dimensions` is its length; empty for the model's own.
public record EmbeddingRequest(String model, String text, Optional<Integer> dimensions) {

    public EmbeddingRequest {
        if (model.isBlank() || text.isBlank() || dimensions.filter(n -> n < 1).isPresent()) {
            throw new IllegalArgumentException("a request needs a model, a text and dimensions above 0");
        }
    }
}
