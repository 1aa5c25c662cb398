package dev.rowan.transforms.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The SHA-256 of values. Numbers with the same value have the same, whatever their digits; a number and its text do
/// not. Owned by one thread, used once.
public final class KeyDigest {
    private final MessageDigest digest = Sha256.create();

    /// The digest of the values of `fields`.
    public static byte[] of(Row row, List<String> fields) {
        var key = new KeyDigest();
        fields.forEach(field -> key.add(row.get(field)));
        return key.bytes();
    }

    /// The first of `fields` that a row does not have.
    public static Optional<String> missing(Row row, List<String> fields) {
        return fields.stream().filter(field -> !row.has(field)).findFirst();
    }

    /// Adds a value. Each kind has its own tag, and texts their length, so that the encoding is unambiguous.
    public void add(@Nullable Object value) {
        switch (value) {
            case null -> tag('z', 0);
            case String text -> text('s', text);
            case Boolean truth -> tag('b', truth ? 1 : 0);
            case Long whole -> number(BigDecimal.valueOf(whole));
            case BigInteger whole -> number(new BigDecimal(whole));
            case BigDecimal decimal -> number(decimal);
            case List<?> list -> {
                tag('l', list.size());
                list.forEach(this::add);
            }
            case Map<?, ?> map -> {
                tag('m', map.size());
                var sorted = new TreeMap<String, @Nullable Object>();
                map.forEach((name, each) -> sorted.put(String.valueOf(name), each));
                sorted.forEach((name, each) -> {
                    text('k', name);
                    add(each);
                });
            }
            default -> throw new IllegalArgumentException("a row holds no " + value.getClass());
        }
    }

    private void number(BigDecimal number) {
        text('n', number.signum() == 0 ? "0" : number.stripTrailingZeros().toString());
    }

    private void text(char tag, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        tag(tag, bytes.length);
        digest.update(bytes);
    }

    private void tag(char tag, int size) {
        digest.update((byte) tag);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, size).array());
    }

    public byte[] bytes() {
        return digest.digest();
    }
}
