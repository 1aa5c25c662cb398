package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineSink;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.util.Optional;

/// Writes each row as a JSON object on a line of its own.
final class JsonlSink extends LineSink {

    JsonlSink(Destination destination, Compression compression) {
        super(destination, compression);
    }

    @Override
    public Sink part(PartInfo part) {
        return new JsonlSink(destination().sibling(part.name()), compression());
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        RowJson.write(row, lines().buffer());
        lines().endRow();
        return Optional.empty();
    }
}
