package dev.rowan.landscape.verify;

import dev.rowan.api.Sha256;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.store.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Locates where a sink's bytes differ from those written, by the marks that the run recorded.
final class MarkSearch {
    private MarkSearch() {}

    /// The bytes between the last mark that matches and the first that does not.
    record Range(long from, long to) {}

    static Optional<Range> firstBad(Session session, LogKey log, String sink, Path file)
            throws SQLException, IOException {
        try (PreparedStatement select = session.connection()
                        .prepareStatement("SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                                + " ORDER BY event_id");
                InputStream in = Files.newInputStream(file)) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            select.setString(3, RunEvents.SINK_SYNCED);
            MessageDigest sha = Sha256.create();
            long at = -1;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Map<String, @Nullable Object> facts = RecordedJson.object(rows.getString(1));
                    if (!sink.equals(facts.get("sink"))) {
                        continue;
                    }
                    if (at < 0) {
                        at = RecordedJson.number(facts.get("start"));
                        in.skipNBytes(at);
                    }
                    long end = RecordedJson.number(facts.get("end"));
                    feed(in, sha, end - at);
                    if (!Sha256.hex(sha).equals(facts.get("sha256"))) {
                        return Optional.of(new Range(at, end));
                    }
                    at = end;
                }
            }
        }
        return Optional.empty();
    }

    private static void feed(InputStream in, MessageDigest sha, long bytes) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                return;
            }
            sha.update(buffer, 0, read);
            left -= read;
        }
    }
}
