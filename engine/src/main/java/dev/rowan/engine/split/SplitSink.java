package dev.rowan.engine.split;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Writes each row to the part of its split. Its marks only count rows: parts become durable when their split is
/// done, and until then no outcome is recorded. Owned by the release thread.
public final class SplitSink implements Sink {
    private final String name;
    private final SplitOutput output;
    private long rows;

    public SplitSink(String name, SplitOutput output) {
        this.name = name;
        this.output = output;
    }

    @Override
    public Optional<String> check(Existing existing) {
        return Optional.empty();
    }

    @Override
    public void open(Existing existing) {}

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("a row without a number is in no split");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        Optional<Reason> refused = output.part(name, token.rowSeq()).write(row, token);
        rows += refused.isEmpty() ? 1 : 0;
        return refused;
    }

    @Override
    public Mark sync() {
        return new Mark(rows, 0, 0, Mark.at(0).sha256());
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
