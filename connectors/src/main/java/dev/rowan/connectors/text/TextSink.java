package dev.rowan.connectors.text;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineSink;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes one field of each row as a line. A value with a line break is rejected: it would read as two rows.
final class TextSink extends LineSink {
    private final String field;

    TextSink(Destination destination, Compression compression, String field) {
        super(destination, compression);
        this.field = field;
    }

    @Override
    public Sink part(PartInfo part) {
        return new TextSink(destination().sibling(part.name()), compression(), field);
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        int at = row.names().indexOf(field);
        if (at < 0) {
            return Optional.of(rejected("the row has no field '" + field + "', which 'field' names"));
        }
        Object value = row.valueAt(at);
        if (value instanceof String text && (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0)) {
            return Optional.of(rejected("the field '" + field + "' has a line break; use the sink 'jsonl'"));
        }
        byte[] line = switch (value) {
            case null -> new byte[0];
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            case List<?> list -> RowJson.writeValue(list);
            case Map<?, ?> map -> RowJson.writeValue(map);
            default -> value.toString().getBytes(StandardCharsets.UTF_8);
        };
        lines().buffer().write(line, 0, line.length);
        lines().endRow();
        return Optional.empty();
    }

    private static Reason rejected(String message) {
        return Reason.of("sink_rejected", message);
    }

    @Override
    public Optional<List<String>> selectedFields() {
        return Optional.of(List.of(field));
    }
}
