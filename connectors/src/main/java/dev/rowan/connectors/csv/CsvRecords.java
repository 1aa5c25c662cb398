package dev.rowan.connectors.csv;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.SeekableRecords;
import dev.rowan.connectors.file.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;

/// The records after the header of a csv input: each a row, or the reason why it is unreadable.
final class CsvRecords implements SeekableRecords {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final RecordWindow window;
    private final CsvScanner scanner;
    private final CsvSelection columns;
    private final String encoding;
    private final CsvDialect dialect;

    private CsvRecords(
            RecordWindow window, CsvScanner scanner, CsvSelection columns, String encoding, CsvDialect dialect) {
        this.window = window;
        this.scanner = scanner;
        this.columns = columns;
        this.encoding = encoding;
        this.dialect = dialect;
    }

    static CsvRecords of(DecodedInput input, CsvSourceSettings settings) throws IOException {
        var window = new RecordWindow(input, settings.maxRecordBytes());
        return of(input.name(), window, settings, input.encoding());
    }

    /// Reads the header, if the settings say that there is one.
    static CsvRecords of(String name, RecordWindow window, CsvSourceSettings settings, String encoding)
            throws IOException {
        var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
        scanner.skipLines(settings.skipRows());
        Row.Names found = settings.header()
                ? CsvHeader.read(name, window, scanner)
                : Row.Names.of(settings.columns().orElseThrow());
        scanner.expect(found.size());
        return new CsvRecords(window, scanner, CsvSelection.of(name, found, settings), encoding, settings.dialect());
    }

    @Override
    public RecordStart start() {
        return new RecordStart(window.taken(), scanner.line());
    }

    @Override
    public CsvRecords from(Input rest, RecordStart start) throws IOException {
        RecordWindow within = RecordWindow.within(rest, window.limit(), start.offset());
        var scanning = new CsvScanner(within, dialect, columns.fields());
        scanning.startAtLine(start.line());
        return new CsvRecords(within, scanning, columns, encoding, dialect);
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
        return Optional.of(new RowFields(columns.names().list(), true));
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
        if (values.getFirst().startsWith(BYTE_ORDER_MARK) && !scanner.startsWithQuote()) {
            return unreadable(Reason.of(
                    "byte_order_mark",
                    "the record starts with a byte order mark, as where files were joined; remove the mark, and the"
                            + " header if there is one behind it"));
        }
        Optional<Reason> malformed = suspect ? malformed() : Optional.empty();
        return malformed.isPresent()
                ? unreadable(malformed.get())
                : new Item.Record(position(), columns.row(values), columns.id(values));
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
        if (scanner.fields() != columns.fields()) {
            return Optional.of(
                    Reason.of("ragged_row", "expected " + columns.fields() + " fields, found " + scanner.fields())
                            .with("expected", columns.fields())
                            .with("found", scanner.fields()));
        }
        return Optional.empty();
    }

    private Optional<Reason> malformed() {
        OptionalInt at = Utf8.firstMalformed(window.bytes(), window.start(), scanner.stop() - window.start());
        return at.isPresent()
                ? Optional.of(
                        RecordFaults.malformed(encoding, window.bytes()[window.start() + at.getAsInt()], at.getAsInt()))
                : Optional.empty();
    }

    private Item unreadable(Reason reason) {
        return new Item.Unreadable(position(), reason.with("line", scanner.line()), window.raw(scanner.stop()));
    }

    private String position() {
        return "line " + scanner.line();
    }
}
