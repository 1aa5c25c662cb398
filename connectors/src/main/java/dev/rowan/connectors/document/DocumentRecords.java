package dev.rowan.connectors.document;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.InputRecords;
import dev.rowan.connectors.file.RecordFaults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// A file as one row: `path`, `media_type`, `sha256`, `size` and, if asked for, `content`. Owned by the reader's
/// thread.
final class DocumentRecords implements InputRecords {
    private static final int CHUNK = 128 * 1024;
    private static final String POSITION = "file";

    private final DecodedInput input;
    private final DocumentSettings settings;
    private final List<String> names;
    private long size;
    private boolean ended;

    DocumentRecords(DecodedInput input, DocumentSettings settings) {
        this.input = input;
        this.settings = settings;
        var fields = new ArrayList<>(List.of("path", "media_type", "sha256", "size"));
        if (settings.content()) {
            fields.add("content");
        }
        this.names = List.copyOf(fields);
    }

    @Override
    public Optional<RowFields> header() {
        return Optional.of(new RowFields(names, true));
    }

    @Override
    public long taken() {
        return size;
    }

    @Override
    public Optional<Item> next() throws IOException {
        if (ended) {
            return Optional.empty();
        }
        ended = true;
        var sha256 = Sha256.create();
        var content = new ByteArrayOutputStream();
        var chunk = new byte[CHUNK];
        for (int read = input.read(chunk, 0, CHUNK); read >= 0; read = input.read(chunk, 0, CHUNK)) {
            sha256.update(chunk, 0, read);
            size += read;
            if (settings.content() && size <= settings.maxRecordBytes()) {
                content.write(chunk, 0, read);
            }
        }
        if (settings.content() && size > settings.maxRecordBytes()) {
            return Optional.of(
                    new Item.Unreadable(POSITION, RecordFaults.tooLarge(size, settings.maxRecordBytes()), ""));
        }
        String path = input.part().path();
        var values = new ArrayList<Object>(List.of(path, MediaTypes.of(path), Sha256.hex(sha256), size));
        if (settings.content()) {
            values.add(Base64.getEncoder().encodeToString(content.toByteArray()));
        }
        Row row = Row.of(Row.Names.of(names), values);
        return Optional.of(new Item.Record(POSITION, row, Optional.of(path)));
    }
}
