package dev.rowan.cli.notify;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs a command per notification. Its output is discarded; a command that exceeds the timeout is killed.
record CommandNotificationSender(List<String> command, Path folder, Map<String, String> environment)
        implements NotificationSender {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public Optional<String> send(NotifyEvent event) throws InterruptedException {
        try {
            return run(event);
        } catch (IOException broken) {
            return Optional.of(
                    "'" + command.getFirst() + "' could not be started or written to: " + broken.getMessage());
        }
    }

    private Optional<String> run(NotifyEvent event) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment);
        builder.environment().put("ROWAN_EVENT", event.kind().word());
        Process process = builder.start();
        try {
            write(process, event);
            if (!process.waitFor(LIMIT)) {
                return Optional.of("'" + command.getFirst() + "' timed out after " + LIMIT.toSeconds() + " s");
            }
            int code = process.exitValue();
            return code == 0
                    ? Optional.empty()
                    : Optional.of("'" + command.getFirst() + "' failed with exit code " + code);
        } finally {
            process.destroyForcibly();
        }
    }

    /// A command may ignore its input.
    private static void write(Process process, NotifyEvent event) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(event.bytes());
        } catch (IOException _) {
            // it has ended or closed its input; the exit code decides
        }
    }
}
