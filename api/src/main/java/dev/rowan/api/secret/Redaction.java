package dev.rowan.api.secret;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Takes every known secret of at least [Secret#MIN_LENGTH] characters out of a text: as it is, URL-encoded,
/// JSON-escaped, in hexadecimal and in base64.
///
/// Immutable. A text without a secret comes back as the same object; most of its bytes are passed over unseen (after
/// Wu and Manber: the pair of bytes at the end of the shortest secret that could begin here tells how far off the
/// next one can begin at the earliest).
public final class Redaction {
    /// What stands where a secret stood.
    public static final String MARK = "[secret]";

    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    /// Pairs of bytes fall into this many slots; those that share one are taken for each other.
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

    /// Some secret can have this pair `at` so many bytes after its beginning.
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

    /// `bytes` without secrets: the same array when there is none, else a new one.
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

    /// Whether a secret stands in `bytes` in any spelling.
    public boolean finds(byte[] bytes) {
        return next(bytes, 0) < bytes.length;
    }

    /// Whether a secret stands in `text` in any spelling.
    public boolean finds(String text) {
        return finds(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Where the next secret begins, or the length.
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
