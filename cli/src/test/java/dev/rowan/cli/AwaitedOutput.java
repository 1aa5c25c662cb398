package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// Output that another thread waits for. Its lock guards all of it.
final class AwaitedOutput extends ByteArrayOutputStream {
    private static final long LOOK_MILLIS = 100;

    private final String awaited;

    AwaitedOutput(String awaited) {
        this.awaited = awaited;
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        super.write(bytes, from, length);
        notifyAll();
    }

    /// Returns when the text was printed, or the thread that prints has ended.
    synchronized void await(Thread printing) throws InterruptedException {
        while (printing.isAlive() && !text().contains(awaited)) {
            wait(LOOK_MILLIS);
        }
    }

    synchronized String text() {
        return toString(UTF_8);
    }
}
