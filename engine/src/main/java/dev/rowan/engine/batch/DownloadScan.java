package dev.rowan.engine.batch;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// Scans a downloaded file before it is stored: counts its lines and checks it for secrets.
public final class DownloadScan {
    private DownloadScan() {}

    /// The number of lines that are not blank, and whether a secret was found.
    public record Scan(long lines, boolean secret) {}

    public static Scan of(Path file, JobContext context) throws IOException {
        long count = 0;
        boolean secret = false;
        try (var lines = new LineReader(file, LineReader.MAX_LINE_BYTES)) {
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                count += line.isBlank() ? 0 : 1;
                secret |= line.bytes().isEmpty()
                        || context.batch().redaction().finds(line.bytes().get());
            }
        }
        return new Scan(count, secret);
    }

    /// Redacts secrets in a file, if there are any. A line too long to scan is emptied.
    public static Path clean(Path file, JobContext context) throws IOException {
        if (!of(file, context).secret()) {
            return file;
        }
        Path clean = context.files().temporary("clean");
        try (var lines = new LineReader(file, LineReader.MAX_LINE_BYTES);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(clean))) {
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                Optional<byte[]> bytes = line.bytes();
                out.write(context.batch().redaction().bytes(bytes.orElse(new byte[] {'?'})));
                out.write('\n');
            }
        }
        return Files.move(clean, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
