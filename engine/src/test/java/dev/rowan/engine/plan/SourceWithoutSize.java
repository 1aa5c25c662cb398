package dev.rowan.engine.plan;

import dev.rowan.api.plugin.Source;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// A source of unknown size, such as a pipe.
class SourceWithoutSize implements Source {
    private final Source source;
    private boolean closed;

    SourceWithoutSize(Source source) {
        this.source = source;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void open() throws IOException {
        source.open();
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        return source.next();
    }

    @Override
    public long progress() {
        return source.progress();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public String describe() {
        return "a pipe";
    }

    @Override
    public void close() {
        closed = true;
    }
}
