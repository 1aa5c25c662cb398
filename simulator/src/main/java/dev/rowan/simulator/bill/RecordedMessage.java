package dev.rowan.simulator.bill;

import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A received request, for a full journal. Every occurrence of the key is replaced by `[key]`.
public record RecordedMessage(HttpRequest request, Optional<String> key) {
    private static final String MARK = "[key]";

    void into(Map<String, @Nullable Object> json) {
        json.put("query", withoutKey(request.query()));
        List<List<String>> headers = request.headers().stream().map(this::pair).toList();
        json.put("headers", headers);
        Optional<String> text = text(request.body());
        text.ifPresentOrElse(
                body -> json.put("body", withoutKey(body)),
                () -> json.put("body_base64", Base64.getEncoder().encodeToString(request.body())));
    }

    private List<String> pair(Header header) {
        return List.of(header.name(), withoutKey(header.value()));
    }

    private String withoutKey(String text) {
        return key.filter(secret -> !secret.isBlank())
                .map(secret -> text.replace(secret, MARK))
                .orElse(text);
    }

    private static Optional<String> text(byte[] body) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }
}
