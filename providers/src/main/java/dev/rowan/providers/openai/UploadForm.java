package dev.rowan.providers.openai;

import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The upload form: fields, then the file, as `multipart/form-data`. The file is streamed.
///
/// `boundary` separates the parts and does not occur in the file.
public record UploadForm(String boundary, FileBody body) {
    /// Azure's minimum, and enough for a job that waits for quota.
    private static final String KEPT_SECONDS = "1209600";

    private static final int BUFFER = 1 << 16;

    /// A form with nothing but the file, which is named after `id`.
    public static UploadForm of(String id, Path file) throws IOException {
        return of(id, file, Map.of());
    }

    static UploadForm of(String id, Path file, BatchDialect.Expiry expiry) throws IOException {
        return of(id, file, fields(Optional.of("batch"), expiry));
    }

    /// The form of `submission` in a dialect. Its file has the tag as its name where nothing else can have it.
    static UploadForm of(Submission submission, BatchDialect dialect) throws IOException {
        Map<String, String> fields = fields(dialect.form().purpose(), dialect.expiry());
        if (dialect.form().tagsFiles()) {
            fields.put("file_name", fileName(submission.tag()));
        }
        return of(submission.id(), submission.requests(), fields);
    }

    /// The name of a request file that has the tag of its batch.
    static String fileName(String tag) {
        return tag + ".jsonl";
    }

    private static UploadForm of(String id, Path file, Map<String, String> fields) throws IOException {
        String boundary = boundary(id, file);
        var before = new StringBuilder();
        fields.forEach((name, value) -> before.append(
                "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n".formatted(boundary, name, value)));
        before.append("--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s.jsonl\"\r\n"
                        .formatted(boundary, id))
                .append("Content-Type: application/jsonl\r\n\r\n");
        return new UploadForm(
                boundary,
                new FileBody(
                        Payload.utf8(before.toString()),
                        file,
                        Payload.utf8("\r\n--" + boundary + "--\r\n"),
                        FileBody.Lines.AS_THEY_ARE));
    }

    private static Map<String, String> fields(Optional<String> purpose, BatchDialect.Expiry expiry) {
        var fields = new LinkedHashMap<String, String>();
        purpose.ifPresent(named -> fields.put("purpose", named));
        switch (expiry) {
            case BRACKETS -> {
                fields.put("expires_after[anchor]", "created_at");
                fields.put("expires_after[seconds]", KEPT_SECONDS);
            }
            case DOT -> {
                fields.put("expires_after.anchor", "created_at");
                fields.put("expires_after.seconds", KEPT_SECONDS);
            }
            case NONE -> {}
        }
        return fields;
    }

    public String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /// The first candidate that does not occur in the file.
    private static String boundary(String id, Path file) throws IOException {
        for (int n = 0; ; n++) {
            String name = "rowan-" + Payload.utf8(id + "/" + n).sha256().substring(0, 32);
            if (!holds(file, name.getBytes(StandardCharsets.US_ASCII))) {
                return name;
            }
        }
    }

    /// A Boyer-Moore-Horspool search for `wanted`.
    static boolean holds(Path file, byte[] wanted) throws IOException {
        int[] steps = new int[256];
        Arrays.fill(steps, wanted.length);
        for (int i = 0; i < wanted.length - 1; i++) {
            steps[wanted[i] & 0xff] = wanted.length - 1 - i;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            int kept = 0;
            for (int read = in.read(buffer, 0, BUFFER); read >= 0; read = in.read(buffer, kept, BUFFER - kept)) {
                int filled = kept + read;
                int at = 0;
                while (at + wanted.length <= filled) {
                    if (Arrays.equals(buffer, at, at + wanted.length, wanted, 0, wanted.length)) {
                        return true;
                    }
                    at += steps[buffer[at + wanted.length - 1] & 0xff];
                }
                int from = Math.min(at, filled);
                kept = filled - from;
                System.arraycopy(buffer, from, buffer, 0, kept);
            }
            return false;
        }
    }
}
