package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.Records;
import dev.rowan.connectors.file.TextCheck;
import dev.rowan.connectors.file.Utf8;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/// The records of an open jsonl input: each a row, or the reason why it is none.
final class JsonlRecords implements Records {
    /// A NUL byte among so many shows that a file is no text.
    private static final int LOOKED_AT = 4096;

    private final RecordWindow window;
    private final LineScanner scanner;
    private final Optional<String> id;
    private final String encoding;

    private JsonlRecords(RecordWindow window, Optional<String> id, String encoding) {
        this.window = window;
        this.scanner = new LineScanner(window);
        this.id = id;
        this.encoding = encoding;
    }

    static JsonlRecords of(DecodedInput input, JsonlSourceSettings settings) throws IOException {
        var window = new RecordWindow(input, settings.maxRecordBytes());
        int to = Math.min(window.end(), window.start() + LOOKED_AT);
        TextCheck.refuseBinary(input.name(), window.bytes(), window.start(), to, window.taken());
        refuseArray(input.name(), window);
        return new JsonlRecords(window, settings.id(), input.encoding());
    }

    /// A file that is one JSON array of objects has no line that is a row.
    private static void refuseArray(String name, RecordWindow window) throws PluginException {
        int first = blanksFrom(window, window.start());
        int second = blanksFrom(window, first + 1);
        if (second < window.end() && window.bytes()[first] == '[' && window.bytes()[second] == '{') {
            throw new PluginException(
                    name + " is a JSON array: expected one JSON object per line; read it with the source" + " 'json'");
        }
    }

    /// The first byte from `at` on that is no blank and no line break.
    private static int blanksFrom(RecordWindow window, int at) {
        int next = at;
        while (next < window.end() && " \t\r\n".indexOf(window.bytes()[next]) >= 0) {
            next++;
        }
        return next;
    }

    @Override
    public long taken() {
        return window.taken();
    }

    @Override
    public String rest() {
        return window.rest();
    }

    @Override
    public Optional<Item> next() throws IOException {
        while (scanner.next()) {
            if (!isBlank()) {
                return Optional.of(item());
            }
        }
        return Optional.empty();
    }

    private boolean isBlank() {
        if (window.isTooLarge(scanner.stop())) {
            return false;
        }
        for (int i = window.start(); i < scanner.stop(); i++) {
            if (" \t\r".indexOf(window.bytes()[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    private Item item() {
        if (window.isTooLarge(scanner.stop())) {
            return unreadable(RecordFaults.tooLarge(window.length(scanner.stop()), window.limit()));
        }
        int length = scanner.stop() - window.start();
        OptionalInt malformed = Utf8.firstMalformed(window.bytes(), window.start(), length);
        if (malformed.isPresent()) {
            int at = malformed.getAsInt();
            return unreadable(RecordFaults.malformed(encoding, window.bytes()[window.start() + at], at));
        }
        try {
            Row row = RowJson.readRow(window.bytes(), window.start(), length);
            return new Item.Record(position(), row, idOf(row));
        } catch (JsonException | RuntimeException e) {
            // whatever a parser throws at bytes from outside is the fault of the record
            return unreadable(Reason.of("invalid_json", String.valueOf(e.getMessage())));
        }
    }

    private Optional<String> idOf(Row row) {
        return id.map(row::get)
                .filter(value -> value instanceof String || value instanceof Number)
                .map(Object::toString);
    }

    private Item unreadable(Reason reason) {
        return new Item.Unreadable(position(), reason.with("line", scanner.line()), window.raw(scanner.stop()));
    }

    private String position() {
        return "line " + scanner.line();
    }
}
