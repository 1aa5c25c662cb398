package dev.rowan.simulator.service;

import dev.rowan.simulator.http.HttpRequest;
import java.util.Optional;

/// One call that a service offers, such as OpenAI's chat completions.
public interface Endpoint {

    /// The name in journal, bill and settings, such as `openai_chat`.
    String name();

    ServiceDialect dialect();

    /// Whether this endpoint is the one that `request` is meant for.
    boolean serves(HttpRequest request);

    /// The service whose limits this endpoint shares; files and batches have theirs apart from those of models.
    default String pool() {
        return dialect().service();
    }

    /// The key that `request` carries.
    default Optional<String> key(HttpRequest request) {
        return dialect().key(request);
    }

    /// Whether the body of a request must be a JSON object.
    default boolean readsJson() {
        return true;
    }

    /// The reply to a request with a valid key.
    EndpointResult answer(EndpointRequest request) throws RefusedException;
}
