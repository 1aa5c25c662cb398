package dev.rowan.api.secret;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/// Takes every known secret out of a text: as it is, URL-encoded, JSON-escaped, in hexadecimal and in base64.
///
/// Immutable. A text without a secret costs one look-up for each byte and comes back as the same object.
public final class Redaction {
    /// What stands where a secret stood.
    public static final String MARK = "[secret]";

    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    private final List<Spelling> spellings;
    private final BitSet beginnings = new BitSet(1 << 16);

    private Redaction(List<Spelling> spellings) {
        this.spellings = spellings;
        spellings.forEach(spelling -> spelling.beginnings().forEach(beginnings::set));
    }

    public static Redaction of(Collection<Secret> secrets) {
        return new Redaction(secrets.stream()
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

    /// Where the next secret begins, or the length.
    private int next(byte[] bytes, int from) {
        for (int i = from; i < bytes.length - 1; i++) {
            if (beginnings.get(Spelling.pair(bytes[i], bytes[i + 1])) && matchEnd(bytes, i) > i) {
                return i;
            }
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
