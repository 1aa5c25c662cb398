package dev.rowan.web.compare;

import dev.rowan.api.Sha256;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.RowQueries.RowResult;
import dev.rowan.landscape.RowQueries.TokenResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Hashes of a row's result: its match key, its outcomes and its values. They are salted, so that collisions cannot
/// be crafted. `gone`: the values were deleted.
record RowDigest(long row, long key, long ends, long values, boolean gone) {

    /// Makes them, for one comparison. Owned by one thread.
    static final class Maker {
        private final byte[] salt;
        private final boolean byId;
        private final MessageDigest sha = Sha256.create();

        /// `byId`: rows are matched by source id.
        Maker(byte[] salt, boolean byId) {
            this.salt = salt.clone();
            this.byId = byId;
        }

        RowDigest of(RowResult row) {
            boolean named = byId && row.sourceId().isPresent();
            String key = named ? "i" + row.sourceId().get() : "r" + row.rowSeq();
            var ends = new StringBuilder();
            row.tokens().forEach(token -> ends.append(ended(token)).append('\n'));
            return new RowDigest(
                    row.rowSeq(),
                    hash(key.getBytes(StandardCharsets.UTF_8)),
                    hash(ends.toString().getBytes(StandardCharsets.UTF_8)),
                    hash(written(row)),
                    row.gone());
        }

        private long hash(byte[] bytes) {
            sha.update(salt);
            return ByteBuffer.wrap(sha.digest(bytes)).getLong();
        }
    }

    /// The part, outcome, reason and sink of a token.
    static List<String> ended(TokenResult token) {
        return List.of(
                String.valueOf(token.part()),
                token.outcome().orElse("open"),
                token.reason().orElse(""),
                token.sink().orElse(""));
    }

    /// The values of all tokens, whatever the order of their fields.
    private static byte[] written(RowResult row) {
        var all = new ArrayList<@Nullable Object>();
        row.tokens()
                .forEach(token -> all.add(
                        token.values().map(values -> sorted(values.asMap())).orElse(null)));
        return RowJson.writeValue(all);
    }

    /// A value with the keys of its maps in order.
    static @Nullable Object sorted(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            var sorted = new TreeMap<String, @Nullable Object>();
            map.forEach((name, each) -> sorted.put(String.valueOf(name), sorted(each)));
            return sorted;
        }
        if (value instanceof List<?> list) {
            var sorted = new ArrayList<@Nullable Object>(list.size());
            list.forEach(each -> sorted.add(sorted(each)));
            return sorted;
        }
        return value;
    }

    /// A value as JSON.
    static String text(@Nullable Object value) {
        return new String(RowJson.writeValue(sorted(value)), StandardCharsets.UTF_8);
    }
}
