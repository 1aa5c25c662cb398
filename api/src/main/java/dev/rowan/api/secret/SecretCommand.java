package dev.rowan.api.secret;

import dev.rowan.api.CallScope;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a program that prints a secret: without a shell and without input. Its error output is dropped, since it
/// may contain the secret.
public final class SecretCommand {
    private static final File NOTHING = new File("/dev/null");

    private SecretCommand() {}

    /// The result of the program.
    public sealed interface Ran {
        /// It exited with 0; at most one byte more than allowed was read.
        record Printed(ByteBuffer bytes) implements Ran {}

        record Failed(String message) implements Ran {}
    }

    public static Ran run(SecretReference.FromCommand command, Duration limit, int maxBytes)
            throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command.words())
                    .redirectInput(Redirect.from(NOTHING))
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return new Ran.Failed("cannot be started");
        }
        try (var scope = CallScope.open("secret-command")) {
            FutureTask<byte[]> output =
                    scope.fork(() -> process.getInputStream().readNBytes(maxBytes + 1));
            try {
                return ended(process, output, limit, maxBytes);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static Ran ended(Process process, FutureTask<byte[]> output, Duration limit, int maxBytes)
            throws InterruptedException {
        try {
            byte[] bytes = output.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            boolean full = bytes.length > maxBytes;
            if (!full && !process.waitFor(limit)) {
                return new Ran.Failed("must finish within " + limit.toMillis() / 1e3 + " s");
            }
            return full || process.exitValue() == 0
                    ? new Ran.Printed(ByteBuffer.wrap(bytes))
                    : new Ran.Failed("exited with status " + process.exitValue());
        } catch (TimeoutException _) {
            return new Ran.Failed("must finish within " + limit.toMillis() / 1e3 + " s");
        } catch (ExecutionException _) {
            return new Ran.Failed("closed its output early");
        }
    }
}
