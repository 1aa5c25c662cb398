package dev.rowan.engine.batch;

import dev.rowan.engine.batch.submitting.RequestFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/// The SHA-256 of files.
public final class FileHash {
    private static final int BUFFER = 1 << 16;

    private FileHash() {}

    public static String sha256(Path file) throws IOException {
        MessageDigest digest = RequestFile.sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
