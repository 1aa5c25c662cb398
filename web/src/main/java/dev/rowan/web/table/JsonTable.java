package dev.rowan.web.table;

import dev.rowan.landscape.export.ExportColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One JSON array with a line per record, as the json sink writes it.
final class JsonTable implements TableWriter {
    private final OutputStream out;
    private final JsonlTable lines;
    private boolean begun;

    JsonTable(List<ExportColumn> columns, OutputStream out) {
        this.out = out;
        this.lines = new JsonlTable(columns, out);
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        out.write(begun ? ',' : '[');
        begun = true;
        lines.accept(values);
    }

    @Override
    public void close() throws IOException {
        if (!begun) {
            out.write('[');
        }
        out.write(']');
        out.write('\n');
    }
}
