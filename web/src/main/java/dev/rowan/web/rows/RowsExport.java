package dev.rowan.web.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Usd;
import dev.rowan.connectors.csv.CsvText;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.landscape.export.ExportRequest;
import dev.rowan.landscape.export.ExportSink;
import dev.rowan.landscape.export.LandscapeExport;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.index.RowIndex;
import dev.rowan.web.read.LandscapeLocation;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows that fit a filter as a file, in the columns of `rowan export rows`, written as they are read.
record RowsExport(LandscapeLocation location, RunView view, String format) {
    private static final int BUFFER = 64 * 1024;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    RowsExport {
        if (!format.equals("csv") && !format.equals("jsonl")) {
            throw new WebRequestException(400, "'format' must be csv or jsonl, got '" + format + "'");
        }
    }

    WebReply reply(RowIndex index, RowFilter filter) {
        String type = format.equals("csv") ? "text/csv; charset=utf-8" : "application/x-ndjson";
        return new WebReply.Stream(type, Map.of(), out -> write(index, filter, out))
                .asFile(view.run().name() + "-" + view.id() + "-rows." + format);
    }

    private void write(RowIndex index, RowFilter filter, OutputStream out) throws IOException, InterruptedException {
        index.awaitWhole(POLL_INTERVAL);
        var request = new ExportRequest.Chosen(index.select(filter));
        var buffer = new BufferedOutputStream(out, BUFFER);
        try (var export = LandscapeExport.open(location.url(), location.base())) {
            export.write(request, view.id(), sink(request.columns(), buffer));
        }
        buffer.flush();
    }

    private ExportSink sink(List<ExportColumn> columns, OutputStream out) throws IOException {
        if (format.equals("jsonl")) {
            return values -> jsonLine(columns, values, out);
        }
        out.write(
                CsvText.line(columns.stream().map(ExportColumn::name).toList()).getBytes(UTF_8));
        return values -> csvLine(values, out);
    }

    private static void csvLine(@Nullable Object[] values, OutputStream out) throws IOException {
        var cells = new ArrayList<@Nullable Object>(values.length);
        for (Object value : values) {
            cells.add(
                    switch (value) {
                        case null -> null;
                        case byte[] json -> new String(json, UTF_8);
                        case Instant at -> at.toString();
                        case Usd usd -> usd.dollars().toPlainString();
                        default -> value;
                    });
        }
        out.write(CsvText.line(cells).getBytes(UTF_8));
    }

    private static void jsonLine(List<ExportColumn> columns, @Nullable Object[] values, OutputStream out)
            throws IOException {
        var line = JsonObject.object();
        for (int i = 0; i < values.length; i++) {
            line.put(columns.get(i).name(), values[i] instanceof byte[] json ? read(json) : values[i]);
        }
        out.write(JsonObject.bytes(line));
        out.write('\n');
    }

    private static @Nullable Object read(byte[] json) throws IOException {
        try {
            return RowJson.readValue(json);
        } catch (JsonException damaged) {
            throw new IOException("the landscape contains damaged JSON", damaged);
        }
    }
}
