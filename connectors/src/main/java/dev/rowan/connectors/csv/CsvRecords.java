package dev.rowan.connectors.csv;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;

/// The records after the header of a csv input: each a row, or the reason why it is unreadable.
final class CsvRecords implements RecordSource.Records {
    private final RecordWindow window;
    private final CsvScanner scanner;
    private final Row.Names names;
    private final OptionalInt idColumn;

    private CsvRecords(RecordWindow window, CsvScanner scanner, Row.Names names, OptionalInt idColumn) {
        this.window = window;
        this.scanner = scanner;
        this.names = names;
        this.idColumn = idColumn;
    }

    static CsvRecords of(Input input, CsvSourceSettings settings) throws IOException {
        return of(input.name(), new RecordWindow(input, settings.maxRecordBytes()), settings);
    }

    /// Reads the header.
    static CsvRecords of(String name, RecordWindow window, CsvSourceSettings settings) throws IOException {
        var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
        Row.Names names = CsvHeader.read(name, window, scanner);
        scanner.expect(names.size());
        return new CsvRecords(window, scanner, names, idColumn(name, settings, names));
    }

    private static OptionalInt idColumn(String name, CsvSourceSettings settings, Row.Names names)
            throws PluginException {
        if (settings.id().isEmpty()) {
            return OptionalInt.empty();
        }
        String id = settings.id().get();
        if (names.indexOf(id) < 0) {
            throw new PluginException(name + " has no column '" + id + "', which 'id' names; its columns are "
                    + String.join(", ", names.list()));
        }
        return OptionalInt.of(names.indexOf(id));
    }

    @Override
    public RecordWindow window() {
        return window;
    }

    @Override
    public Optional<RowFields> header() {
        return Optional.of(new RowFields(names.list(), true));
    }

    @Override
    public Optional<Item> next() throws IOException {
        return scanner.next() ? Optional.of(item()) : Optional.empty();
    }

    private Item item() {
        Optional<Reason> broken = brokenShape();
        if (broken.isPresent()) {
            return unreadable(broken.get());
        }
        var values = new ArrayList<String>(scanner.fields());
        boolean suspect = false;
        for (int i = 0; i < scanner.fields(); i++) {
            String text = scanner.text(i);
            suspect |= Utf8.isSuspect(text);
            values.add(text);
        }
        Optional<Reason> malformed = suspect ? malformed() : Optional.empty();
        if (malformed.isPresent()) {
            return unreadable(malformed.get());
        }
        Optional<String> id = idColumn.isPresent() ? Optional.of(values.get(idColumn.getAsInt())) : Optional.empty();
        return new Item.Record(position(), Row.of(names, values), id);
    }

    private Optional<Reason> brokenShape() {
        if (window.isTooLarge(scanner.stop())) {
            return Optional.of(RecordFaults.tooLarge(window.length(scanner.stop()), window.limit())
                    .with("last_line", scanner.lastLine()));
        }
        if (scanner.isUnclosed()) {
            return Optional.of(Reason.of("unclosed_quote", "unclosed quote; the rest of the file is one record")
                    .with("last_line", scanner.lastLine()));
        }
        if (scanner.hasStrayQuote()) {
            return Optional.of(Reason.of("stray_quote", "a closing quote is followed by text instead of a delimiter"));
        }
        if (scanner.fields() != names.size()) {
            return Optional.of(
                    Reason.of("ragged_row", "expected " + names.size() + " fields, found " + scanner.fields())
                            .with("expected", names.size())
                            .with("found", scanner.fields()));
        }
        return Optional.empty();
    }

    private Optional<Reason> malformed() {
        OptionalInt at = Utf8.firstMalformed(window.bytes(), window.start(), scanner.stop() - window.start());
        return at.isPresent()
                ? Optional.of(RecordFaults.invalidUtf8(window.bytes()[window.start() + at.getAsInt()], at.getAsInt()))
                : Optional.empty();
    }

    private Item unreadable(Reason reason) {
        return new Item.Unreadable(position(), reason.with("line", scanner.line()), window.raw(scanner.stop()));
    }

    private String position() {
        return "line " + scanner.line();
    }
}
