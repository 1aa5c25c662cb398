package dev.rowan.api.file;

import dev.rowan.api.Reason;
import dev.rowan.api.call.Payload;
import dev.rowan.api.file.RootFolder.Content;
import java.util.Base64;

/// Content that a field holds in base64.
public final class Base64Content {
    private Base64Content() {}

    /// The content of `text`, which may have line breaks and begin as a data URL; at most `maxBytes`.
    public static Content of(String field, String text, long maxBytes) {
        String base64 = text.startsWith("data:") ? text.substring(text.indexOf(',') + 1) : text;
        if (base64.length() / 4L * 3 > 2 * maxBytes + 3) {
            return new Content.None(RootFolder.tooLarge(base64.length() / 4L * 3, maxBytes));
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.indexOf('\n') < 0 ? base64.strip() : joined(base64));
            return bytes.length > maxBytes
                    ? new Content.None(RootFolder.tooLarge(bytes.length, maxBytes))
                    : new Content.Bytes(Payload.of(bytes));
        } catch (IllegalArgumentException _) {
            return new Content.None(
                    Reason.of("not_base64", "field '" + field + "' must hold base64; for paths of files, set 'root'")
                            .with("field", field));
        }
    }

    private static String joined(String lines) {
        return lines.replaceAll("\\s+", "");
    }
}
