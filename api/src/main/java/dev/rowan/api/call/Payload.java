package dev.rowan.api.call;

import dev.rowan.api.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The bytes of a request or a reply, as they were or will be on the wire.
///
/// The array is shared with whoever made the payload, to spare copies of large bodies: nobody changes it any more.
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Payload empty() {
        return EMPTY;
    }

    /// Takes over `bytes`, which must not be changed afterwards.
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes);
    }

    public static Payload utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    /// The bytes as text; what is not UTF-8 shows as the replacement character.
    public String asText() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// The SHA-256 in hexadecimal, computed at each call.
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

    /// The size alone: payloads hold rows and answers, which do not belong in messages.
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
