package dev.rowan.connectors.jsonl;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.LineScanner;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.SeekableRecords;
import dev.rowan.connectors.file.TextCheck;
import dev.rowan.connectors.json.JsonObjectReader;
import java.io.IOException;
import java.util.Optional;

/// The records of an open jsonl input: each a row, or the reason why it is none.
final class JsonlRecords implements SeekableRecords {
    private final RecordWindow window;
    private final LineScanner scanner;
    private final JsonObjectReader objects;

    private JsonlRecords(RecordWindow window, LineScanner scanner, JsonObjectReader objects) {
        this.window = window;
        this.scanner = scanner;
        this.objects = objects;
    }

    static JsonlRecords of(DecodedInput input, JsonlSourceSettings settings) throws IOException {
        var window = new RecordWindow(input, settings.maxRecordBytes());
        TextCheck.refuseBinary(input.name(), window);
        refuseArray(input.name(), window);
        return new JsonlRecords(window, new LineScanner(window), new JsonObjectReader(window, settings.id(), input));
    }

    /// A file that is one JSON array of objects is not JSON Lines.
    private static void refuseArray(String name, RecordWindow window) throws PluginException {
        int first = skipBlanks(window, window.start());
        int second = skipBlanks(window, first + 1);
        if (second < window.end() && window.bytes()[first] == '[' && window.bytes()[second] == '{') {
            throw new PluginException(
                    name + " is a JSON array: expected one JSON object per line; read it with the source 'json'");
        }
    }

    /// The position of the first byte from `at` on that is neither blank nor line break.
    private static int skipBlanks(RecordWindow window, int at) {
        int next = at;
        while (next < window.end() && " \t\r\n".indexOf(window.bytes()[next]) >= 0) {
            next++;
        }
        return next;
    }

    @Override
    public RecordStart start() {
        return new RecordStart(window.taken(), scanner.line());
    }

    @Override
    public JsonlRecords from(Input rest, RecordStart start) throws IOException {
        RecordWindow within = RecordWindow.within(rest, window.limit(), start.offset());
        return new JsonlRecords(within, new LineScanner(within, start.line()), objects.in(within));
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
                return Optional.of(objects.read(scanner.stop(), "line", scanner.line()));
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
}
