package dev.rowan.api.call;

import dev.rowan.api.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The bytes of a request or a reply.
///
/// The array is shared, not copied: nobody may change it.
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;
    private final List<Attachment> attachments;

    private Payload(byte[] bytes) {
        this(bytes, List.of());
    }

    private Payload(byte[] bytes, List<Attachment> attachments) {
        this.bytes = bytes;
        this.attachments = attachments;
    }

    public static Payload empty() {
        return EMPTY;
    }

    /// Wraps `bytes`, which must not be changed afterwards.
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes);
    }

    /// The same with `attachments`, whose placeholders are in `bytes`.
    public static Payload of(byte[] bytes, List<Attachment> attachments) {
        return new Payload(bytes, List.copyOf(attachments));
    }

    public static Payload utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bytes() {
        return bytes;
    }

    /// What the placeholders among the bytes stand for.
    public List<Attachment> attachments() {
        return attachments;
    }

    /// The bytes as they are sent, with the contents of attachments.
    public Payload sent() {
        return attachments.isEmpty()
                ? this
                : of(Attachment.expand(
                        bytes,
                        sha256 -> attachments.stream()
                                .filter(attachment -> attachment.sha256().equals(sha256))
                                .findFirst()
                                .map(attachment -> attachment.content().bytes())));
    }

    public int size() {
        return bytes.length;
    }

    /// The bytes as text; invalid UTF-8 becomes the replacement character.
    public String asText() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// The SHA-256 in hexadecimal, computed on each call.
    public String sha256() {
        return Sha256.hex(bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// The size alone: payloads hold rows and answers, which must not appear in messages.
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
