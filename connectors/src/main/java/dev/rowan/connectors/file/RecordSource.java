package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A source that reads its origin record by record, in whatever format it has.
public final class RecordSource implements Source {
    private final Origin origin;
    private final Format format;
    private @Nullable Input input;
    private @Nullable Records records;

    public RecordSource(Origin origin, Format format) {
        this.origin = origin;
        this.format = format;
    }

    /// How to find records among bytes.
    public interface Format {

        /// Begins to read `input`, which the source closes.
        Records read(Input input) throws IOException;
    }

    /// The records of an open input.
    public interface Records {

        Optional<Item> next() throws IOException;

        RecordWindow window();
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        origin.prepare(setup);
    }

    @Override
    public void open() throws IOException {
        Input opened = origin.open();
        try {
            records = format.read(opened);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        input = opened;
    }

    @Override
    public Optional<String> fingerprint() throws IOException {
        if (input == null) {
            throw new IllegalStateException("open the source first");
        }
        return input.fingerprint();
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
        return origin.describe();
    }

    @Override
    public Optional<Path> file() {
        return origin.file();
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.window().close();
        }
    }
}
