package dev.rowan.cli.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A directory with Maven repository layout. Existing files are replaced.
record MavenRepository(Path folder) {
    private static final String GROUP = "dev/rowan";

    void putJar(String artifactId, String version, Path jar) throws IOException {
        put(artifactId, version, ".jar", Files.readAllBytes(jar));
    }

    void putPom(String artifactId, String version, String pom) throws IOException {
        put(artifactId, version, ".pom", pom.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String artifactId, String version, String ending, byte[] bytes) throws IOException {
        Path directory = Files.createDirectories(
                folder.resolve(GROUP).resolve(artifactId).resolve(version));
        String name = artifactId + "-" + version + ending;
        Files.write(directory.resolve(name), bytes);
        Files.writeString(directory.resolve(name + ".sha1"), sha1(bytes));
    }

    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-1", missing);
        }
    }
}
