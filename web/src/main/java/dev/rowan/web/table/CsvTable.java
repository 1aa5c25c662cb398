package dev.rowan.web.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Usd;
import dev.rowan.connectors.csv.CsvText;
import dev.rowan.landscape.export.ExportColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A header and one line per record, as the csv sink writes them.
public final class CsvTable implements TableWriter {
    private final OutputStream out;
    private final UnaryOperator<String> shown;

    /// `shown` changes each text, such as for a terminal.
    public CsvTable(List<ExportColumn> columns, OutputStream out, UnaryOperator<String> shown) throws IOException {
        this.out = out;
        this.shown = shown;
        write(columns.stream().map(ExportColumn::name).toList());
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        var cells = new ArrayList<@Nullable Object>(values.length);
        for (Object value : values) {
            cells.add(cell(value));
        }
        write(cells);
    }

    private @Nullable Object cell(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] json -> shown.apply(new String(json, UTF_8));
            case String text -> shown.apply(text);
            case Usd usd -> usd.toString();
            case Instant time -> time.toString();
            case Object other -> other;
        };
    }

    private void write(List<? extends @Nullable Object> cells) throws IOException {
        out.write(CsvText.line(cells).getBytes(UTF_8));
    }

    @Override
    public void close() {}
}
