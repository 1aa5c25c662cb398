package dev.rowan.web.read;

import dev.rowan.landscape.LandscapeReader;
import java.util.function.Supplier;

/// Readers of the landscape, each used by one request at a time and kept for the next.
public final class ReaderPool implements AutoCloseable {
    private final SessionPool<LandscapeReader> lending;

    public ReaderPool(Supplier<LandscapeReader> open) {
        this.lending = new SessionPool<>(open, LandscapeReader::close);
    }

    /// Lends a reader while `question` runs. A failed reader is not reused.
    public <T> T with(SessionPool.Question<LandscapeReader, T> question) throws InterruptedException {
        return lending.with(question);
    }

    @Override
    public void close() {
        lending.close();
    }
}
