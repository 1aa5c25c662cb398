package dev.rowan.connectors.file;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.SeekableRecords.RecordStart;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A part that is being read, record by record. What follows damage in it is one unreadable record. Owned by the
/// reader's thread.
final class OpenPart implements Closeable {
    private final DecodedInput input;
    private final InputRecords records;
    private final Optional<String> fileName;
    private final boolean named;
    private Row.@Nullable Names names;
    private Row.@Nullable Names longer;
    private String last = "the start";
    private boolean broken;

    private OpenPart(DecodedInput input, InputRecords records, Optional<String> fileName, boolean named) {
        this.input = input;
        this.records = records;
        this.fileName = fileName;
        this.named = named;
    }

    static OpenPart of(DecodedInput input, InputRecords records, Optional<String> fileName, boolean named)
            throws PluginException {
        var part = new OpenPart(input, records, fileName, named);
        Optional<RowFields> header = records.header();
        if (fileName.isPresent() && header.isPresent() && header.get().names().contains(fileName.get())) {
            throw new PluginException(input.name() + " has a column '" + fileName.get()
                    + "', which 'file_name' would overwrite; choose another name");
        }
        return part;
    }

    /// Where the last record starts, if the part can be opened there.
    Optional<RecordStart> start() {
        return switch (records) {
            case GroupedRecords grouped -> grouped.start();
            case SeekableRecords seekable when input.isPlain() -> Optional.of(seekable.start());
            default -> Optional.empty();
        };
    }

    /// The records of the part from `start` on, in place of this one. Throws if it cannot be opened there.
    OpenPart from(RecordStart start) throws IOException {
        if (records instanceof GroupedRecords grouped) {
            grouped.skipTo(start);
            return this;
        }
        try (this) {
            InputPart part = input.part();
            Input rest = part.openAt(start.offset())
                    .orElseThrow(() -> new PluginException(part.name() + " cannot be read from within"));
            if (!(records instanceof SeekableRecords seekable)) {
                rest.close();
                throw new PluginException(part.name() + " cannot be read from within");
            }
            return new OpenPart(DecodedInput.within(part, rest), seekable.from(rest, start), fileName, named);
        }
    }

    Optional<RowFields> header() {
        return records.header().map(fields -> fields.with(fileName.stream().toList()));
    }

    Optional<Item> next() throws IOException {
        if (broken) {
            return Optional.empty();
        }
        try {
            Optional<Item> next = records.next();
            if (next.isEmpty()) {
                return next;
            }
            last = next.get().position();
            return named || fileName.isPresent() ? Optional.of(withPart(next.get())) : next;
        } catch (BrokenInputException e) {
            broken = true;
            Reason reason = e.reason().with("after", last);
            return Optional.of(named(new Item.Unreadable("after " + last, reason, records.rest())));
        }
    }

    private Item withPart(Item item) {
        return switch (item) {
            case Item.Record record -> named(withFileName(record));
            case Item.Unreadable unreadable -> named(unreadable);
        };
    }

    private Item withFileName(Item.Record record) {
        if (fileName.isEmpty()) {
            return record;
        }
        Row row = record.row();
        if (row.has(fileName.get())) {
            return new Item.Unreadable(
                    record.position(),
                    Reason.of(
                            "file_name_taken",
                            "the record has a field '" + fileName.get() + "', which 'file_name' would overwrite"),
                    "");
        }
        return new Item.Record(record.position(), with(row, fileName.get()), record.id());
    }

    /// Rows of one shape share their names.
    private Row with(Row row, String name) {
        if (names == null || longer == null || !row.names().equals(names)) {
            names = row.names();
            longer = row.with(name, "").names();
        }
        List<@Nullable Object> values = new ArrayList<>(row.size() + 1);
        for (int i = 0; i < row.size(); i++) {
            values.add(row.valueAt(i));
        }
        values.add(input.part().path());
        return Row.of(longer, values);
    }

    private Item named(Item item) {
        if (!named) {
            return item;
        }
        String path = input.part().path();
        return switch (item) {
            case Item.Record(var position, var row, var id) -> new Item.Record(path + " " + position, row, id);
            case Item.Unreadable(var position, var reason, var raw) ->
                new Item.Unreadable(path + " " + position, reason.with("file", path), raw);
        };
    }

    /// How much of the part was read.
    long taken() {
        return input.isPlain() && !broken ? records.taken() : input.consumed();
    }

    @Override
    public void close() throws IOException {
        try (records) {
            input.close();
        }
    }
}
