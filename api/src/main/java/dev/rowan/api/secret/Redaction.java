package dev.rowan.api.secret;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Removes every known secret of at least [Secret#MIN_LENGTH] characters from a text: plain, URL-encoded,
/// JSON-escaped, in hexadecimal and in base64.
///
/// Immutable. A text without a secret is returned as the same object. Uses the Wu-Manber algorithm: the byte pair
/// at the end of the shortest pattern tells how far to skip.
public final class Redaction {
    /// The replacement for a secret.
    public static final String MARK = "[secret]";

    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    /// Byte pairs are hashed into this many slots.
    private static final int SLOTS = 1 << 12;

    private final List<Spelling> spellings;
    private final int shortest;
    private final byte[] shifts = new byte[SLOTS];

    private Redaction(List<Spelling> spellings) {
        this.spellings = spellings;
        this.shortest = spellings.stream().mapToInt(Spelling::shortest).reduce(Byte.MAX_VALUE, Math::min);
        Arrays.fill(shifts, (byte) (shortest - 1));
        spellings.forEach(spelling -> spelling.pairs(shortest, this::notePair));
    }

    /// Some secret can have this pair `at` bytes after its start.
    private void notePair(byte first, byte second, int at) {
        int slot = slot(first, second);
        shifts[slot] = (byte) Math.min(shifts[slot], shortest - 2 - at);
    }

    private static int slot(byte first, byte second) {
        return ((first << 5) ^ second) & (SLOTS - 1);
    }

    public static Redaction of(Collection<Secret> secrets) {
        return new Redaction(secrets.stream()
                .filter(Secret::isHidden)
                .flatMap(secret -> Spelling.allOf(secret.inClear()).stream())
                .toList());
    }

    public String text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return finds(bytes) ? new String(bytes(bytes), StandardCharsets.UTF_8) : text;
    }

    /// `bytes` without secrets: the same array if there is none.
    public byte[] bytes(byte[] bytes) {
        int at = next(bytes, 0);
        if (at == bytes.length) {
            return bytes;
        }
        var clean = new ByteArrayOutputStream(bytes.length);
        int copied = 0;
        while (at < bytes.length) {
            clean.write(bytes, copied, at - copied);
            clean.writeBytes(MARK_BYTES);
            copied = matchEnd(bytes, at);
            at = next(bytes, copied);
        }
        clean.write(bytes, copied, bytes.length - copied);
        return clean.toByteArray();
    }

    /// Whether `bytes` contain a secret in any spelling.
    public boolean finds(byte[] bytes) {
        return next(bytes, 0) < bytes.length;
    }

    /// Whether `text` contains a secret in any spelling.
    public boolean finds(String text) {
        return finds(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The start of the next secret, or the length.
    private int next(byte[] bytes, int from) {
        if (spellings.isEmpty()) {
            return bytes.length;
        }
        int at = from + shortest - 2;
        while (at < bytes.length - 1) {
            int shift = shifts[slot(bytes[at], bytes[at + 1])];
            int begins = at - shortest + 2;
            if (shift == 0 && matchEnd(bytes, begins) > begins) {
                return begins;
            }
            at += Math.max(1, shift);
        }
        return bytes.length;
    }

    private int matchEnd(byte[] bytes, int from) {
        int end = -1;
        for (Spelling spelling : spellings) {
            end = Math.max(end, spelling.matchEnd(bytes, from));
        }
        return end;
    }
}
