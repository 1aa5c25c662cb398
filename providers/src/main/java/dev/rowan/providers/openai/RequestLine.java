package dev.rowan.providers.openai;

import dev.rowan.json.RowJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Formats a line of a request file: `{"custom_id", "method", "url", "body"}`, with the body unchanged.
final class RequestLine {
    private static final byte[] BEFORE_ID = ascii("{\"custom_id\":\"");
    private static final byte[] END = ascii("}\n");
    private static final int LONGEST_ID = 64;

    private final byte[] beforeBody;
    private final byte[] model;
    private final BatchDialect dialect;

    RequestLine(BatchDialect dialect, String model) {
        this.dialect = dialect;
        this.beforeBody = ascii("\",\"method\":\"POST\",\"url\":\"" + dialect.url() + "\",\"body\":");
        var named = new ByteArrayOutputStream();
        named.writeBytes(ascii("{\"model\":"));
        named.writeBytes(RowJson.writeValue(model));
        named.write(',');
        this.model = named.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] of(String customId, byte[] body) {
        if (!isId(customId)) {
            throw new IllegalArgumentException(
                    "a custom id is 1 to 64 letters, digits, _ and -, got '" + customId + "'");
        }
        boolean names =
                dialect.namesModel() || LineBody.of(body, dialect.question()).hasModel();
        byte[] first = names ? new byte[0] : model;
        int from = names ? 0 : 1;
        byte[] line = new byte
                [BEFORE_ID.length
                        + customId.length()
                        + beforeBody.length
                        + first.length
                        + body.length
                        - from
                        + END.length];
        int at = put(BEFORE_ID, 0, line, 0);
        at = put(ascii(customId), 0, line, at);
        at = put(beforeBody, 0, line, at);
        at = put(first, 0, line, at);
        at = put(body, from, line, at);
        put(END, 0, line, at);
        return line;
    }

    private static int put(byte[] part, int from, byte[] line, int at) {
        System.arraycopy(part, from, line, at, part.length - from);
        return at + part.length - from;
    }

    private static boolean isId(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_ID
                && text.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || c == '_'
                                || c == '-');
    }
}
