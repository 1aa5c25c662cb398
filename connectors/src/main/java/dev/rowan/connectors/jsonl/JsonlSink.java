package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineSink;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Writes each row as a JSON object on a line of its own.
final class JsonlSink extends LineSink {

    JsonlSink(Destination destination, Compression compression) {
        super(destination, compression);
    }

    @Override
    public Optional<Sink> part(Path part, boolean first) {
        return partAt(part).map(destination -> new JsonlSink(destination, Compression.NONE));
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        RowJson.write(row, lines().buffer());
        lines().endRow();
        return Optional.empty();
    }
}
