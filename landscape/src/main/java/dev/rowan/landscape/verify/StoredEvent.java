package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.WriterEpoch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An event with every column as stored.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
record StoredEvent(
        EventTable table,
        long eventId,
        int runNo,
        int epoch,
        long time,
        byte[] leaf,
        int codec,
        Optional<EventPayload.Digest> digest,
        Optional<byte[]> salt,
        Optional<byte[]> payload,
        @Nullable Object[] facts) {

    private static final List<String> COMMON = List.of(
            "event_id",
            "run_no",
            "epoch",
            "time",
            "leaf",
            "codec",
            "payload_length",
            "payload_sha256",
            "salt",
            "payload");

    static String select(EventTable table) {
        return "SELECT " + String.join(", ", COMMON) + ", "
                + table.facts().stream().map(Column::name).collect(Collectors.joining(", ")) + " FROM " + table.table()
                + " WHERE event_id BETWEEN ? AND ? ORDER BY event_id";
    }

    static StoredEvent from(EventTable table, ResultSet row) throws SQLException {
        @Nullable Object[] facts = new @Nullable Object[table.facts().size()];
        for (int i = 0; i < facts.length; i++) {
            facts[i] = table.facts().get(i).read(row, COMMON.size() + 1 + i);
        }
        return new StoredEvent(
                table,
                row.getLong("event_id"),
                row.getInt("run_no"),
                row.getInt("epoch"),
                row.getLong("time"),
                row.getBytes("leaf"),
                row.getInt("codec"),
                digest(row),
                Optional.ofNullable(row.getBytes("salt")),
                Optional.ofNullable(row.getBytes("payload")),
                facts);
    }

    /// The digest of the values; a length without a hash, or the reverse, is kept as found.
    private static Optional<EventPayload.Digest> digest(ResultSet row) throws SQLException {
        byte[] sha256 = row.getBytes("payload_sha256");
        long length = row.getLong("payload_length");
        boolean noLength = row.wasNull();
        return sha256 == null && noLength
                ? Optional.empty()
                : Optional.of(new EventPayload.Digest(sha256 == null ? new byte[0] : sha256, noLength ? -1 : length));
    }

    /// The writer whose chain it is in.
    int writer() {
        return LogKey.writer(eventId);
    }

    WriterEpoch writerEpoch() {
        return new WriterEpoch(writer(), epoch);
    }

    /// What is wrong with the stored values, if anything.
    Optional<String> faultInValues() {
        if (codec != 0) {
            return Optional.of("its values have the unknown codec " + codec);
        }
        if (salt.isPresent() != payload.isPresent()) {
            return Optional.of("its values are there without their salt, or the salt without them");
        }
        if (payload.isEmpty()) {
            return Optional.empty();
        }
        if (digest.isEmpty()) {
            return Optional.of("it has values, but none were recorded");
        }
        EventPayload.Digest found = EventPayload.digest(payload.get(), salt.get());
        boolean same = found.length() == digest.get().length()
                && Arrays.equals(found.sha256(), digest.get().sha256());
        return same ? Optional.empty() : Optional.of("its values are not those that were recorded");
    }

    /// Whether the values were deleted while their digest was kept.
    boolean isGone() {
        return digest.isPresent() && payload.isEmpty();
    }

    /// The integer fact at this index.
    long number(int fact) {
        return RecordedJson.number(facts[fact]);
    }

    Optional<String> text(String fact) {
        return facts[table.indexOf(fact)] instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /// Whether this is a rare event of the given type.
    boolean isOf(String type) {
        return table == EventTable.RUN_EVENT && type.equals(facts[0]);
    }

    /// Whether the values, if present, contain this text.
    boolean says(String words) {
        return payload.filter(bytes -> new String(bytes, UTF_8).contains(words)).isPresent();
    }
}
