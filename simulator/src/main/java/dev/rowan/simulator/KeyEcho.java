package dev.rowan.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// A reply that repeats the key of its request, as careless services and proxies do: in a header, and in its text as
/// it is, URL-encoded, in base64 and in hexadecimal.
final class KeyEcho {
    /// Where the first text for people begins in a reply, be it an answer or an error.
    private static final List<String> TEXTS = List.of("\"message\":\"", "\"content\":\"", "\"text\":\"");

    private KeyEcho() {}

    static HttpReply in(HttpReply reply, Optional<String> key) {
        if (key.isEmpty()) {
            return reply;
        }
        String text = text(reply.content());
        for (String begin : TEXTS) {
            text = text.replace(begin, begin + escaped(spellings(key.get())));
        }
        return reply.with("application/json", Content.of(text)).plus(List.of(new Header("x-simulator-key", key.get())));
    }

    private static String spellings(String key) {
        byte[] bytes = key.getBytes(UTF_8);
        return String.join(
                " ",
                key,
                URLEncoder.encode(key, UTF_8),
                Base64.getEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().encodeToString(("key:" + key).getBytes(UTF_8)),
                HexFormat.of().formatHex(bytes),
                HexFormat.of().withUpperCase().formatHex(bytes),
                "");
    }

    private static String escaped(String text) {
        String quoted = new String(RowJson.writeValue(text), UTF_8);
        return quoted.substring(1, quoted.length() - 1);
    }

    private static String text(Content content) {
        try {
            var bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            return bytes.toString(UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
    }
}
