package dev.rowan.providers.service;

import java.nio.charset.StandardCharsets;

/// Formats a request line of a batch service: `before`, the custom id, `between`, the body unchanged, `after`, and
/// a line feed.
public final class LineEnvelope {
    private static final int LONGEST_ID = 64;

    private final byte[] before;
    private final byte[] between;
    private final byte[] after;

    public LineEnvelope(String before, String between, String after) {
        this.before = ascii(before);
        this.between = ascii(between);
        this.after = ascii(after + "\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// The line; an id must be valid for every provider.
    public byte[] format(String customId, byte[] body) {
        if (!isId(customId)) {
            throw new IllegalArgumentException(
                    "a custom id is 1 to 64 letters, digits, _ and -, got '" + customId + "'");
        }
        byte[] id = ascii(customId);
        byte[] line = new byte[before.length + id.length + between.length + body.length + after.length];
        int at = put(before, line, 0);
        at = put(id, line, at);
        at = put(between, line, at);
        at = put(body, line, at);
        put(after, line, at);
        return line;
    }

    private static int put(byte[] part, byte[] line, int at) {
        System.arraycopy(part, 0, line, at, part.length);
        return at + part.length;
    }

    private static boolean isId(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_ID && text.chars().allMatch(LineEnvelope::isIdSign);
    }

    private static boolean isIdSign(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
