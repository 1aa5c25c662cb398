package dev.rowan.testkit.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Google's own client for Cloud Storage, in a process of its own.
public final class GoogleStorageClient {
    private static final MavenProgram CLIENT =
            new MavenProgram("com.google.cloud", "google-cloud-storage", "2.62.0", "com.google.code.gson:gson:2.12.1");

    private GoogleStorageClient() {}

    /// Runs a Java source file with the client on the class path; returns what it prints.
    public static String run(Path source, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(CLIENT.java());
        command.add(source.toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", arguments) + " failed: " + output);
        }
        return output;
    }
}
