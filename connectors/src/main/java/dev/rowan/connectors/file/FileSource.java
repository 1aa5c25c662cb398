package dev.rowan.connectors.file;

import dev.rowan.api.plugin.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A source that reads one file, record by record, in whatever format it has.
public final class FileSource implements Source {
    private final Path path;
    private final Format format;
    private @Nullable Records records;

    public FileSource(Path path, Format format) {
        this.path = path;
        this.format = format;
    }

    /// How to find records in a file.
    public interface Format {

        /// Begins to read `file`, which the source closes.
        Records read(InputFile file) throws IOException;
    }

    /// The records of an open file.
    public interface Records {

        Optional<Item> next() throws IOException;

        RecordWindow window();
    }

    @Override
    public void open() throws IOException {
        InputFile file = InputFile.open(path);
        try {
            records = format.read(file);
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
        return path.toString();
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(path);
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.window().close();
        }
    }
}
