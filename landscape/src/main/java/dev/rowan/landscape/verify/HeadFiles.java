package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.verify.KeptHead.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads head files: those written beside the sinks, and shorter ones with `run`, `size` and `root`.
///
/// The last key, `checksum`, is the SHA-256 of the file without it, so that corruption is detected.
public final class HeadFiles {
    private static final Set<String> KEYS = Set.of(
            "run", "name", "status", "size", "root", "last_leaf", "time", "key_id", "signature", "sinks", "checksum");
    private static final long MAX_BYTES = 1 << 20;

    private HeadFiles() {}

    /// A head, or what is wrong with the file.
    public sealed interface Read {
        record Good(KeptHead head) implements Read {}

        record Bad(String what) implements Read {}
    }

    /// The path of a run's head file in the folder of its sinks.
    public static Path in(Path folder, String runId) {
        return folder.resolve("rowan-" + runId + ".head.json");
    }

    /// The JSON object with its checksum added as the last key.
    public static byte[] sealed(byte[] json) {
        String text = new String(json, UTF_8);
        return (text.substring(0, text.length() - 1) + ",\"checksum\":\"" + Sha256.hex(json) + "\"}").getBytes(UTF_8);
    }

    public static Read read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            return new Read.Bad("it is longer than a head");
        }
        byte[] bytes = Files.readAllBytes(file);
        try {
            Map<String, @Nullable Object> json = RowJson.readRow(bytes).asMap();
            Optional<String> unknown =
                    json.keySet().stream().filter(key -> !KEYS.contains(key)).findFirst();
            if (unknown.isPresent()) {
                return new Read.Bad("a head has no '" + unknown.get() + "'");
            }
            return json.containsKey("checksum") && !isSealed(bytes, String.valueOf(json.get("checksum")))
                    ? new Read.Bad("it is not as it was written: its checksum is another")
                    : new Read.Good(head(file.toString(), json));
        } catch (JsonException | IllegalArgumentException | DateTimeException wrong) {
            return new Read.Bad("it cannot be read as a head: " + wrong.getMessage());
        }
    }

    private static boolean isSealed(byte[] bytes, String checksum) {
        String text = new String(bytes, UTF_8);
        int end = text.lastIndexOf(",\"checksum\":\"");
        return end > 0
                && text.strip().equals(text.substring(0, end) + ",\"checksum\":\"" + checksum + "\"}")
                && Sha256.hex((text.substring(0, end) + "}").getBytes(UTF_8)).equals(checksum);
    }

    /// The head in a parsed JSON object.
    static KeptHead head(String where, Map<String, @Nullable Object> json) {
        if (!(json.get("size") instanceof Long size)) {
            throw new IllegalArgumentException("'size' must be the number of events");
        }
        Optional<HeadSignature> signature =
                text(json, "key_id").flatMap(key -> text(json, "signature").map(by -> new HeadSignature(key, by)));
        return new KeptHead(
                where,
                needed(json, "run"),
                size,
                needed(json, "root"),
                text(json, "last_leaf"),
                text(json, "time").map(HeadFiles::time),
                signature,
                json.get("sinks") instanceof List<?> sinks
                        ? Optional.of(new Manifest(needed(json, "name"), needed(json, "status"), maps(sinks)))
                        : Optional.empty());
    }

    private static Instant time(String text) {
        Instant time = Instant.parse(text);
        if (!time.toString().equals(text)) {
            throw new IllegalArgumentException("'time' must be written as " + time);
        }
        return time;
    }

    private static List<Map<String, @Nullable Object>> maps(List<?> sinks) {
        var maps = new ArrayList<Map<String, @Nullable Object>>();
        for (Object sink : sinks) {
            maps.add(RecordedJson.map(sink));
        }
        return maps;
    }

    private static String needed(Map<String, @Nullable Object> json, String key) {
        return text(json, key).orElseThrow(() -> new IllegalArgumentException("'" + key + "' is missing"));
    }

    private static Optional<String> text(Map<String, @Nullable Object> json, String key) {
        return json.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
