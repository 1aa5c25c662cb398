package dev.rowan.web.read;

import dev.rowan.landscape.LandscapeReader;
import java.util.function.Supplier;

/// Readers of the landscape, each used by one request at a time and kept for the next.
public final class ReaderPool implements AutoCloseable {
    private final SessionPool<LandscapeReader> lending;

    public ReaderPool(Supplier<LandscapeReader> open) {
        this.lending = new SessionPool<>(open, LandscapeReader::close);
    }

    /// Lends a reader for the length of `question`. One that failed is not used again.
    public <T> T with(SessionPool.Question<LandscapeReader, T> question) throws InterruptedException {
        return lending.with(question);
    }

    @Override
    public void close() {
        lending.close();
    }
}
