package dev.rowan.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, which every Java platform has.
public final class Sha256 {
    public static final int BYTES = 32;

    private static final int BUFFER = 1 << 16;

    /// Never updated: copying a digest is several times as fast as looking one up.
    private static final MessageDigest EMPTY = lookUp();

    private Sha256() {}

    public static MessageDigest create() {
        return copy(EMPTY);
    }

    /// The hash of `bytes` in hexadecimal.
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(create().digest(bytes));
    }

    /// The hash of all bytes so far in hexadecimal; `digest` can be updated further.
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(copy(digest).digest());
    }

    /// The hash of a file's bytes in hexadecimal.
    public static String hex(Path file) throws IOException {
        MessageDigest digest = create();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-256 of this Java platform cannot be copied", e);
        }
    }

    private static MessageDigest lookUp() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
