package dev.rowan.web.table;

import dev.rowan.landscape.export.ExportSink;
import java.io.IOException;

/// Writes the records of a table. Closing writes the table's end; the stream below stays open.
public interface TableWriter extends ExportSink, AutoCloseable {

    @Override
    void close() throws IOException;
}
