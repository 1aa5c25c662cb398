package dev.rowan.web.row;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A recorded request as a curl command, with a variable instead of the API key.
/// Whatever the row put into it is quoted, so that the shell and curl take it as text.
final class CurlLine {
    private static final String SECRET = "[secret]";
    private static final String SIMULATOR = "http://simulator/";
    private static final Map<String, String> BEARER_KEYS = Map.of(
            "openrouter.ai", "OPENROUTER_API_KEY",
            "api.mistral.ai", "MISTRAL_API_KEY",
            "api.groq.com", "GROQ_API_KEY",
            "api.together.xyz", "TOGETHER_API_KEY",
            "api.fireworks.ai", "FIREWORKS_API_KEY",
            "api.x.ai", "XAI_API_KEY",
            "api.deepseek.com", "DEEPSEEK_API_KEY");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s]+");

    /// The maximum length of a shell word.
    private static final int MAX_LENGTH = 100_000;

    private CurlLine() {}

    /// The command, or empty where the request cannot be given as one: it has bytes that are no text, or is
    /// too long.
    static Optional<String> of(byte[] request) {
        HttpMessage.Parts parts = HttpMessage.read(request);
        String[] first = parts.first().split(" ", -1);
        Optional<String> body = text(parts.body().bytes());
        if (first.length < 2
                || body.isEmpty()
                || body.get().length() > MAX_LENGTH
                || !NAME.matcher(first[0]).matches()
                || !ADDRESS.matcher(first[1]).matches()) {
            return Optional.empty();
        }
        var line = new StringBuilder("curl -sS -g -X " + first[0] + " " + address(first[1]));
        for (Headers.Field field : parts.headers().fields()) {
            header(field, first[1])
                    .ifPresent(header -> line.append(" \\\n  -H ").append(header));
        }
        if (!body.get().isEmpty()) {
            if (!parts.headers().has("content-type")) {
                line.append(" \\\n  -H 'Content-Type:'");
            }
            line.append(" \\\n  --data-raw ").append(quoted(body.get()));
        }
        return Optional.of(line.toString());
    }

    /// The built-in simulator has another port in every process.
    private static String address(String uri) {
        return uri.startsWith(SIMULATOR)
                ? "\"$SIMULATOR\"" + quoted(uri.substring(SIMULATOR.length() - 1))
                : quoted(uri);
    }

    private static Optional<String> header(Headers.Field field, String uri) {
        String name = field.name().toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches() || name.equals("content-length") || name.equals("host")) {
            return Optional.empty();
        }
        return Optional.of(
                field.value().equals(SECRET)
                        ? "\"" + field.name() + ": " + (name.equals("authorization") ? "Bearer " : "") + "$"
                                + variable(name, uri) + "\""
                        : quoted(field.name() + ": " + field.value()));
    }

    /// The variable that holds the key of a service, by the header that carries it.
    private static String variable(String header, String uri) {
        return switch (header) {
            case "x-api-key" -> "ANTHROPIC_API_KEY";
            case "x-goog-api-key" -> "GEMINI_API_KEY";
            case "api-key" -> "AZURE_OPENAI_API_KEY";
            case "ocp-apim-subscription-key" -> "AZURE_CONTENT_SAFETY_KEY";
            default ->
                BEARER_KEYS.entrySet().stream()
                        .filter(host -> uri.startsWith("https://" + host.getKey() + "/"))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("OPENAI_API_KEY");
        };
    }

    /// A body as text that a shell can hold; in JSON, what a page would not show is written as escapes.
    private static Optional<String> text(byte[] body) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
        boolean json = Pretty.isJson(body);
        var safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= 0x20 && c < 0x7f)
                    || c == '\n'
                    || c == '\t'
                    || Character.isLetterOrDigit(c)
                    || Character.isSurrogate(c);
            if (plain) {
                safe.append(c);
            } else if (json && c > 0x7e) {
                safe.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else if (json && c == '\r') {
                safe.append(' ');
            } else if (c < 0x20 || Character.getType(c) == Character.FORMAT || c == 0x7f) {
                return Optional.empty();
            } else {
                safe.append(c);
            }
        }
        return Optional.of(safe.toString());
    }

    /// Quotes any text as one word for a POSIX shell.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
