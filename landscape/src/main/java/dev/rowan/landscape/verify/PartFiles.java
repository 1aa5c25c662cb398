package dev.rowan.landscape.verify;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.store.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Compares the parts of a sink, one of each split, with their record: a part on record is durable under its name. If
/// they are not joined at the end, a manifest beside them lists them as the record does.
public final class PartFiles {
    private static final int BUFFER = 1 << 16;
    private static final String MANIFEST = "manifest ";

    private PartFiles() {}

    /// The state of the mark of an output that is listed in the manifest `name`.
    public static String listedIn(String name) {
        return MANIFEST + name;
    }

    /// The manifest that lists the output with this mark, if one does.
    public static Optional<String> manifest(Sink.Mark mark) {
        return mark.state()
                .filter(state -> state.startsWith(MANIFEST))
                .map(state -> state.substring(MANIFEST.length()));
    }

    /// The parts of a sink in the order of their splits.
    static List<SplitPart> of(Session session, LogKey log, String sink) throws SQLException {
        var parts = new TreeMap<Long, SplitPart>();
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastIdOfRun());
            select.setString(3, ChainEvents.SPLIT_DONE);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Map<String, @Nullable Object> facts = RecordedJson.object(row.getString(1));
                    for (SplitPart part : ChainEvents.parts(facts)) {
                        if (part.sink().equals(sink)) {
                            parts.put(RecordedJson.number(facts.get("split")), part);
                        }
                    }
                }
            }
        }
        return List.copyOf(parts.values());
    }

    /// Checks parts beside the file that they make up, and the manifest that lists them, if there is one. The positions
    /// in the result are those in that file.
    static SinkFile.Result check(List<SplitPart> parts, Optional<String> manifest, Path file) throws IOException {
        MessageDigest all = Sha256.create();
        long rows = 0;
        long at = 0;
        for (SplitPart part : parts) {
            Optional<String> fault = fault(part, file, all);
            if (fault.isPresent()) {
                return new SinkFile.Result.Changed(at, at + part.bytes(), "part " + part.file() + " " + fault.get());
            }
            rows += part.rows();
            at += part.bytes();
        }
        Optional<String> fault = manifest.isPresent() ? fault(manifest.get(), parts, file) : Optional.empty();
        return fault.isPresent()
                ? new SinkFile.Result.Changed(0, at, fault.get())
                : new SinkFile.Result.Same(new Sink.Mark(rows, 0, at, Sha256.hex(all)), 0);
    }

    private static Optional<String> fault(String manifest, List<SplitPart> parts, Path file) throws IOException {
        Path path = file.resolveSibling(manifest);
        if (!Files.isRegularFile(path)) {
            return Optional.of("the manifest " + manifest + " is missing");
        }
        List<SplitPart> listed;
        try {
            listed = ChainEvents.parts(RecordedJson.object(Files.readAllBytes(path)));
        } catch (RuntimeException _) {
            listed = List.of(); // it is not what was written
        }
        return listed.equals(parts)
                ? Optional.empty()
                : Optional.of("the manifest " + manifest + " does not list the parts on record");
    }

    private static Optional<String> fault(SplitPart part, Path file, MessageDigest all) throws IOException {
        Path name = Path.of(part.file());
        Path path = file.resolveSibling(name);
        if (!name.equals(name.getFileName()) || !Files.isRegularFile(path)) {
            return Optional.of("is missing");
        }
        MessageDigest sha = Sha256.create();
        long bytes = 0;
        try (InputStream in = new DigestInputStream(new DigestInputStream(Files.newInputStream(path), sha), all)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
            }
        }
        return bytes == part.bytes() && Sha256.hex(sha).equals(part.sha256())
                ? Optional.empty()
                : Optional.of("differs from what was written");
    }
}
