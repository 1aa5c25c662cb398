package dev.rowan.connectors.json;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.Utf8;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads the current record of a window as a JSON object. Owned by the reader's thread.
public final class JsonObjectReader {
    private final RecordWindow window;
    private final Optional<String> id;
    private final String encoding;

    /// `id` is the field with a record's key.
    public JsonObjectReader(RecordWindow window, Optional<String> id, DecodedInput input) {
        this(window, id, input.encoding());
    }

    private JsonObjectReader(RecordWindow window, Optional<String> id, String encoding) {
        this.window = window;
        this.id = id;
        this.encoding = encoding;
    }

    /// The same in another window.
    public JsonObjectReader in(RecordWindow other) {
        return new JsonObjectReader(other, id, encoding);
    }

    /// The record that ends at `stop`; `place` and its `number` tell where it is.
    public Item read(int stop, String place, long number) {
        String position = place + " " + number;
        if (window.isTooLarge(stop)) {
            return unreadable(
                    position,
                    RecordFaults.tooLarge(window.length(stop), window.limit()).with(place, number),
                    stop);
        }
        int length = stop - window.start();
        OptionalInt malformed = Utf8.firstMalformed(window.bytes(), window.start(), length);
        if (malformed.isPresent()) {
            int at = malformed.getAsInt();
            Reason reason = RecordFaults.malformed(encoding, window.bytes()[window.start() + at], at);
            return unreadable(position, reason.with(place, number), stop);
        }
        try {
            Row row = RowJson.readRow(window.bytes(), window.start(), length);
            return new Item.Record(position, row, idOf(row));
        } catch (JsonException | RuntimeException e) {
            // whatever a parser throws at bytes from outside is the fault of the record
            Reason reason = Reason.of("invalid_json", String.valueOf(e.getMessage()));
            return unreadable(position, reason.with(place, number), stop);
        }
    }

    private Optional<String> idOf(Row row) {
        return id.map(row::get)
                .filter(value -> value instanceof String || value instanceof Number)
                .map(Object::toString);
    }

    private Item unreadable(String position, Reason reason, int stop) {
        return new Item.Unreadable(position, reason, window.raw(stop));
    }
}
