package dev.rowan.providers.service;

import java.util.Optional;

/// Checks that JSON fits on one line of a file.
public final class OneLine {
    private OneLine() {}

    public static Optional<String> refusal(byte[] body) {
        boolean plain = body.length > 0 && body[0] == '{';
        for (int i = 0; i < body.length && plain; i++) {
            plain = body[i] != '\n' && body[i] != '\r';
        }
        return plain
                ? Optional.empty()
                : Optional.of("the body of a request in a batch must be one line that starts with a brace");
    }
}
