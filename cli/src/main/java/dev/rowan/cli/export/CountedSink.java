package dev.rowan.cli.export;

import dev.rowan.landscape.export.ExportSink;
import dev.rowan.web.table.TableWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Counts the records passed to a writer. Owned by one thread.
final class CountedSink implements ExportSink, AutoCloseable {
    private final TableWriter writer;
    private long count;

    CountedSink(TableWriter writer) {
        this.writer = writer;
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        writer.accept(values);
        count++;
    }

    long count() {
        return count;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
