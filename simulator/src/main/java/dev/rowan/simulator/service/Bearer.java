package dev.rowan.simulator.service;

import dev.rowan.simulator.http.HttpRequest;
import java.util.Optional;

/// The key of an `Authorization: Bearer` header.
public final class Bearer {
    private static final String BEARER = "Bearer ";

    private Bearer() {}

    public static Optional<String> key(HttpRequest request) {
        return request.header("authorization")
                .filter(value -> value.startsWith(BEARER))
                .map(value -> value.substring(BEARER.length()).strip())
                .filter(key -> !key.isEmpty());
    }
}
