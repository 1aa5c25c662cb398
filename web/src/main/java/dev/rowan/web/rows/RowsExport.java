package dev.rowan.web.rows;

import dev.rowan.landscape.export.ExportRequest;
import dev.rowan.landscape.export.LandscapeExport;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.index.RowIndex;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.table.TableEncoding;
import dev.rowan.web.table.TableWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;

/// The rows that fit a filter as a file, in the columns and bytes of `rowan export RUN`, written as they are read.
record RowsExport(LandscapeLocation location, RunView view, TableEncoding encoding) {
    private static final int BUFFER = 64 * 1024;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    static RowsExport of(LandscapeLocation location, RunView view, String format) {
        return new RowsExport(
                location,
                view,
                TableEncoding.ofName(format)
                        .orElseThrow(() -> new WebRequestException(
                                400, "'format' must be " + TableEncoding.ENDINGS + ", got '" + format + "'")));
    }

    WebReply reply(RowIndex index, RowFilter filter) {
        return new WebReply.Stream(encoding.mediaType(), Map.of(), out -> write(index, filter, out))
                .asFile(view.run().name() + "-" + view.id() + "-rows." + encoding.ending());
    }

    private void write(RowIndex index, RowFilter filter, OutputStream out) throws IOException, InterruptedException {
        index.awaitWhole(POLL_INTERVAL);
        var request = new ExportRequest.Chosen(index.select(filter));
        var buffer = new BufferedOutputStream(out, BUFFER);
        try (var export = LandscapeExport.open(location.url(), location.base());
                TableWriter table = encoding.open(request.columns(), buffer)) {
            export.write(request, view.id(), table);
        }
        buffer.flush();
    }
}
