package dev.rowan.providers.attachment;

import java.util.concurrent.Semaphore;

/// Bounds the attachments in memory: rows read theirs a few at a time, and hold them within a budget of bytes until
/// their calls are made. A row whose attachments exceed the budget holds all of it.
///
/// Thread-safe; its state are two fair semaphores, so that no row waits forever.
public final class AttachmentMemory {
    private static final int READERS = 8;
    private static final int UNIT = 1024;

    /// The content, its base64, the body, and what the connection sends.
    private static final int COPIES = 4;

    private final int budget;
    private final Semaphore readers = new Semaphore(READERS, true);
    private final Semaphore units;

    /// A quarter of the heap.
    public AttachmentMemory() {
        this(Runtime.getRuntime().maxMemory() / 4);
    }

    AttachmentMemory(long bytes) {
        this.budget = Math.clamp(bytes / UNIT, 1, Integer.MAX_VALUE);
        this.units = new Semaphore(budget, true);
    }

    /// The attachments of one row, which its own thread reads after this, holds and closes.
    public Share open() throws InterruptedException {
        readers.acquire();
        return new Share();
    }

    /// What a row takes.
    public final class Share implements AutoCloseable {
        private boolean reads = true;
        private int held;

        private Share() {}

        /// Waits until `bytes` fit the budget; then another row may read.
        public void hold(long bytes) throws InterruptedException {
            int wanted = (int) Math.min(budget, COPIES * bytes / UNIT);
            units.acquire(wanted);
            held = wanted;
            reads = false;
            readers.release();
        }

        @Override
        public void close() {
            units.release(held);
            held = 0;
            if (reads) {
                reads = false;
                readers.release();
            }
        }
    }
}
