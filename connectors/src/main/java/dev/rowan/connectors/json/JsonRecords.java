package dev.rowan.connectors.json;

import dev.rowan.api.Reason;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.InputRecords;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.TextCheck;
import java.io.IOException;
import java.util.Optional;

/// The elements of an array in a JSON document: each a row, or the reason why it is none. What follows a broken
/// structure is one unreadable record.
final class JsonRecords implements InputRecords {
    private static final String ITEM = "item";

    private final RecordWindow window;
    private final JsonScanner scanner;
    private final JsonObjectReader objects;
    private final boolean wholeDocument;
    private long number;
    private boolean ended;

    private JsonRecords(RecordWindow window, JsonScanner scanner, JsonObjectReader objects, boolean wholeDocument) {
        this.window = window;
        this.scanner = scanner;
        this.objects = objects;
        this.wholeDocument = wholeDocument;
    }

    static JsonRecords of(DecodedInput input, JsonSourceSettings settings) throws IOException {
        var window = new RecordWindow(input, settings.maxRecordBytes());
        TextCheck.refuseBinary(input.name(), window);
        var scanner = new JsonScanner(window);
        settings.pointer().enterArray(input.name(), window, scanner);
        var objects = new JsonObjectReader(window, settings.id(), input);
        return new JsonRecords(
                window, scanner, objects, settings.pointer().tokens().isEmpty());
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
        if (ended) {
            return Optional.empty();
        }
        int next = scanner.peekValue();
        if (next == ']') {
            scanner.advance();
            return end();
        }
        number++;
        if (number > 1) {
            if (next != ',') {
                return broken("expected a comma or the end of the array");
            }
            scanner.advance();
            next = scanner.peekValue();
        }
        if (next == ',' || next == ']' || next == '}' || next == ':') {
            return broken("expected a value");
        }
        if (!scanner.skipValue()) {
            return broken("the input ends within the array");
        }
        return Optional.of(objects.read(scanner.at(), ITEM, number));
    }

    /// The end of the array; in a document that is the array, nothing may follow.
    private Optional<Item> end() throws IOException {
        if (wholeDocument && scanner.peekValue() != JsonScanner.END) {
            number++;
            return broken("expected the end of the document after the array");
        }
        ended = true;
        while (scanner.peekValue() != JsonScanner.END) {
            skipRest();
        }
        return Optional.empty();
    }

    /// Reads over what follows the array.
    private void skipRest() throws IOException {
        while (scanner.peek() != JsonScanner.END) {
            scanner.advanceTo(window.end());
            window.next(window.end());
        }
    }

    private Optional<Item> broken(String expected) throws IOException {
        ended = true;
        long place = window.taken();
        String rest = window.rest();
        skipRest();
        Reason reason = Reason.of("invalid_json", expected + "; the rest of the file cannot be read")
                .with(ITEM, number)
                .with("byte", place);
        return Optional.of(new Item.Unreadable(ITEM + " " + number, reason, rest));
    }
}
