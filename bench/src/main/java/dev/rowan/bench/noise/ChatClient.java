package dev.rowan.bench.noise;

import java.net.URI;

/// A client of a chat service that repeats a request until it is answered.
interface ChatClient extends AutoCloseable {
    String KEY = "bench-key-0123456789";

    /// Enough that no row fails, however unlucky.
    int MAX_RETRIES = 100;

    /// The text of the answer.
    String ask(String prompt) throws Exception;

    @Override
    void close() throws Exception;

    /// `plain` or `sdk`.
    static ChatClient open(String kind, URI base) throws ReflectiveOperationException {
        return switch (kind) {
            case "plain" -> PlainChat.open(base);
            case "sdk" ->
                (ChatClient) Class.forName("dev.rowan.bench.OpenAiSdkChat")
                        .getDeclaredMethod("open", URI.class)
                        .invoke(null, base);
            default -> throw new IllegalArgumentException("expected plain or sdk, got '" + kind + "'");
        };
    }
}
