package dev.rowan.connectors.text;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.InputRecords;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.TextCheck;
import dev.rowan.connectors.file.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The lines, paragraphs or the whole of a text as rows with `text`, `path` and the first `line`. Blank ones are
/// skipped.
final class TextRecords implements InputRecords {
    private static final Row.Names NAMES = Row.Names.of(List.of("text", "path", "line"));

    private final RecordWindow window;
    private final UnitScanner scanner;
    private final DecodedInput input;

    private TextRecords(RecordWindow window, UnitScanner scanner, DecodedInput input) {
        this.window = window;
        this.scanner = scanner;
        this.input = input;
    }

    static TextRecords of(DecodedInput input, TextSourceSettings settings) throws IOException {
        var window = new RecordWindow(input, settings.maxRecordBytes());
        TextCheck.refuseBinary(input.name(), window);
        return new TextRecords(window, new UnitScanner(window, settings.unit()), input);
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
    public Optional<RowFields> header() {
        return Optional.of(new RowFields(NAMES.list(), true));
    }

    @Override
    public Optional<Item> next() throws IOException {
        return scanner.next() ? Optional.of(item()) : Optional.empty();
    }

    private Item item() {
        if (window.isTooLarge(scanner.stop())) {
            return unreadable(RecordFaults.tooLarge(window.length(scanner.stop()), window.limit()));
        }
        int length = scanner.stop() - window.start();
        String text = new String(window.bytes(), window.start(), length, StandardCharsets.UTF_8);
        if (Utf8.isSuspect(text)) {
            OptionalInt malformed = Utf8.firstMalformed(window.bytes(), window.start(), length);
            if (malformed.isPresent()) {
                int at = malformed.getAsInt();
                return unreadable(RecordFaults.malformed(input.encoding(), window.bytes()[window.start() + at], at));
            }
        }
        return new Item.Record(
                position(), Row.of(NAMES, List.of(text, input.part().path(), scanner.line())), Optional.empty());
    }

    private Item unreadable(Reason reason) {
        return new Item.Unreadable(position(), reason.with("line", scanner.line()), window.raw(scanner.stop()));
    }

    private String position() {
        return "line " + scanner.line();
    }
}
