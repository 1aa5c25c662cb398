package dev.rowan.api.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A secret value: it is not printed or serialised, and is available only through [#inClear].
///
/// `origin` is where it came from, such as `${OPENAI_API_KEY}`, and is shown instead.
public final class Secret {
    /// Shorter values, such as `EMPTY` for a server that accepts any key, occur in ordinary text and are not
    /// redacted.
    public static final int MIN_LENGTH = 8;

    /// Longer values are not keys or tokens.
    public static final int MAX_LENGTH = 8 * 1024;

    private static final String MAC = "HmacSHA256";
    private static final int KEY_BYTES = 16;
    private static final int SHOWN_BYTES = 16;

    private final String origin;
    private final byte[] value;
    private final boolean placeholder;

    private Secret(String origin, byte[] value, boolean placeholder) {
        this.origin = origin;
        this.value = value;
        this.placeholder = placeholder;
    }

    /// A value in place of a key for a server that accepts any; it stands for no account.
    public static Secret placeholder(String origin, String value) {
        return new Secret(origin, value.getBytes(StandardCharsets.UTF_8), true);
    }

    public boolean isPlaceholder() {
        return placeholder;
    }

    /// Creates a secret. An invalid value is rejected with a message that does not show it.
    public static Secret of(String origin, String value) {
        if (value.isBlank() && !isLongEnough(value)) {
            throw new IllegalArgumentException(origin + " must hold a value that is not blank");
        }
        if (value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(origin + " must hold at most " + MAX_LENGTH + " characters");
        }
        if (value.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(origin + " must be one line without control characters");
        }
        return new Secret(origin, value.getBytes(StandardCharsets.UTF_8), false);
    }

    /// Whether the value is long enough to be redacted.
    public boolean isHidden() {
        return isLongEnough(inClear());
    }

    static boolean isLongEnough(String value) {
        return value.codePointCount(0, value.length()) >= MIN_LENGTH;
    }

    public String origin() {
        return origin;
    }

    /// The value itself, for sending.
    public String inClear() {
        return new String(value, StandardCharsets.UTF_8);
    }

    /// A keyed hash: equal for equal secrets, useless without the key.
    public String fingerprint(byte[] key) {
        if (key.length < KEY_BYTES) {
            throw new IllegalArgumentException("a fingerprint needs a key of at least " + KEY_BYTES + " bytes");
        }
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            byte[] mark = mac.doFinal(value);
            return "hmac-sha256:" + HexFormat.of().formatHex(Arrays.copyOf(mark, SHOWN_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }

    /// Compares in constant time; the origin does not count.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(value, secret.value);
    }

    /// The same for all secrets, so that it reveals nothing.
    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @Override
    public String toString() {
        return "[secret " + origin + "]";
    }
}
