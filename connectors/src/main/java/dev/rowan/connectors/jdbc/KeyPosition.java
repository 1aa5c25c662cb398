package dev.rowan.connectors.jdbc;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How far a source has read: the key of its last record, and a rolling checksum over the values of all records so
/// far. Its text is the record's position: `{"id":42} #9f86d081884c7d65`.
record KeyPosition(Row key, String checksum) {
    private static final Pattern TEXT = Pattern.compile("(\\{.*}) #([0-9a-f]{16})", Pattern.DOTALL);
    private static final int CHECKSUM_BYTES = 8;

    /// The checksum of no records.
    static final String START = "0".repeat(2 * CHECKSUM_BYTES);

    /// The position of the next record, with these `values` as JSON.
    static KeyPosition after(String checksum, Row key, byte[] values) {
        MessageDigest digest = Sha256.create();
        digest.update(checksum.getBytes(StandardCharsets.US_ASCII));
        digest.update(values);
        return new KeyPosition(key, HexFormat.of().formatHex(digest.digest(), 0, CHECKSUM_BYTES));
    }

    static Optional<KeyPosition> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            Row key = RowJson.readRow(parts.group(1).getBytes(StandardCharsets.UTF_8));
            return Optional.of(new KeyPosition(key, parts.group(2)));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    boolean isOf(List<String> columns) {
        return key.names().list().equals(columns);
    }

    /// The key as the id of its row.
    String id() {
        var id = new StringBuilder();
        for (int i = 0; i < key.size(); i++) {
            id.append(i == 0 ? "" : ",").append(key.valueAt(i));
        }
        return id.toString();
    }

    String text() {
        return new String(RowJson.write(key), StandardCharsets.UTF_8) + " #" + checksum;
    }
}
