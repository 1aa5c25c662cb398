package dev.rowan.api.call;

import dev.rowan.api.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Content that a request sends in base64, such as an image. In the request's body a placeholder with the content's
/// SHA-256 stands for it, so that the record stays small and each content is kept once.
///
/// `reference` tells people where it came from: a path, or the name of a field.
public record Attachment(String sha256, String mediaType, String reference, Payload content) {
    /// Begins each placeholder.
    public static final String MARK = "rowan-attachment:";

    /// The header of a recorded request that names an attachment: SHA-256, size, media type and reference.
    public static final String HEADER = "Rowan-Attachment";

    private static final int HASH_LENGTH = 2 * Sha256.BYTES;

    public static Attachment of(String mediaType, String reference, byte[] content) {
        return new Attachment(Sha256.hex(content), mediaType, reference, Payload.of(content));
    }

    /// Stands for the content in base64.
    public String placeholder() {
        return MARK + sha256;
    }

    /// The value of [#HEADER].
    String headerValue() {
        return sha256 + " " + content.size() + " " + mediaType + " " + reference.replaceAll("\\p{Cntrl}", "?");
    }

    /// The SHA-256 of each attachment that a recorded request names.
    public static List<String> hashes(Headers recorded) {
        return recorded.fields().stream()
                .filter(field -> field.name().equals(HEADER))
                .map(field -> field.value().substring(0, HASH_LENGTH))
                .distinct()
                .toList();
    }

    /// How many bytes longer a recorded body is when it is sent, if each attachment is in it once.
    public static long addedBytes(Headers recorded) {
        return recorded.fields().stream()
                .filter(field -> field.name().equals(HEADER))
                .mapToLong(field -> {
                    long size = Long.parseLong(field.value().split(" ", 3)[1]);
                    return (size + 2) / 3 * 4 - MARK.length() - HASH_LENGTH;
                })
                .sum();
    }

    /// `body` with the base64 of each content in place of its placeholder; `contents` finds it by SHA-256, and what
    /// it does not find is no placeholder.
    public static byte[] expand(byte[] body, Function<String, Optional<byte[]>> contents) {
        byte[] mark = MARK.getBytes(StandardCharsets.US_ASCII);
        var out = new ByteArrayOutputStream(body.length);
        int copied = 0;
        for (int i = 0; i <= body.length - mark.length - HASH_LENGTH; i++) {
            if (body[i] == mark[0] && Arrays.equals(body, i, i + mark.length, mark, 0, mark.length)) {
                int end = i + mark.length + HASH_LENGTH;
                String sha256 = new String(body, i + mark.length, HASH_LENGTH, StandardCharsets.US_ASCII);
                Optional<byte[]> content = contents.apply(sha256);
                if (content.isPresent()) {
                    out.write(body, copied, i - copied);
                    out.writeBytes(Base64.getEncoder().encode(content.get()));
                    copied = end;
                    i = end - 1;
                }
            }
        }
        out.write(body, copied, body.length - copied);
        return out.toByteArray();
    }
}
