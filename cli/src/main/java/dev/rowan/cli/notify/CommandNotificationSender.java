package dev.rowan.cli.notify;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts a program for each word that is to be told. What it prints is not shown; one that takes too long is ended.
record CommandNotificationSender(List<String> words, Path folder, Map<String, String> environment)
        implements NotificationSender {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public Optional<String> tell(NotifyEvent happening) throws InterruptedException {
        try {
            return run(happening);
        } catch (IOException broken) {
            return Optional.of("'" + words.getFirst() + "' could not be started or written to: " + broken.getMessage());
        }
    }

    private Optional<String> run(NotifyEvent happening) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment);
        builder.environment().put("ROWAN_EVENT", happening.kind().word());
        Process process = builder.start();
        try {
            write(process, happening);
            if (!process.waitFor(LIMIT)) {
                return Optional.of("'" + words.getFirst() + "' did not end within " + LIMIT.toSeconds() + " s");
            }
            int code = process.exitValue();
            return code == 0
                    ? Optional.empty()
                    : Optional.of("'" + words.getFirst() + "' ended with exit code " + code);
        } finally {
            process.destroyForcibly();
        }
    }

    /// A program need not read what it is told.
    private static void write(Process process, NotifyEvent happening) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(happening.bytes());
        } catch (IOException _) {
            // it has ended, or closed its input; its exit code tells
        }
    }
}
