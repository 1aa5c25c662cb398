package dev.rowan.connectors.csv;

import dev.rowan.api.plugin.Source;
import dev.rowan.connectors.file.InputFile;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads a csv file: a header that names the columns, then records of texts.
final class CsvSource implements Source {
    private final CsvSourceSettings settings;
    private @Nullable CsvRecords records;

    CsvSource(CsvSourceSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open() throws IOException {
        InputFile file = InputFile.open(settings.path());
        try {
            records = CsvRecords.of(file, settings);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Optional<Item> next() throws IOException {
        if (records == null) {
            throw new IllegalStateException("open the source first");
        }
        return records.next();
    }

    @Override
    public long progress() {
        return records == null ? 0 : records.window().taken();
    }

    @Override
    public OptionalLong size() {
        return records == null ? OptionalLong.empty() : records.window().size();
    }

    @Override
    public String describe() {
        return settings.path().toString();
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.window().close();
        }
    }
}
