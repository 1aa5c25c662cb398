package dev.rowan.engine.calibrate;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The records of a source whose numbers are in the sample. Sources that are read one after another share the sample,
/// which counts their records. Owned by the reader thread.
final class SampledSource implements Source {
    private final Source source;
    private final RowSample.Cursor sample;

    SampledSource(Source source, RowSample.Cursor sample) {
        this.source = source;
        this.sample = sample;
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        while (!sample.isEnded()) {
            Optional<Item> item = source.next();
            if (item.isEmpty() || sample.takesNext()) {
                return item;
            }
        }
        return Optional.empty();
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        source.prepare(setup);
    }

    @Override
    public void open() throws IOException {
        source.open();
    }

    @Override
    public RowFields fields() throws IOException, InterruptedException {
        return source.fields();
    }

    @Override
    public RowFields peek() throws IOException {
        return source.peek();
    }

    @Override
    public Optional<String> fingerprint() throws IOException {
        return source.fingerprint();
    }

    @Override
    public long progress() {
        return source.progress();
    }

    @Override
    public OptionalLong size() {
        return source.size();
    }

    @Override
    public String describe() {
        return source.describe();
    }

    @Override
    public Optional<String> credential() {
        return source.credential();
    }

    @Override
    public Optional<Path> file() {
        return source.file();
    }

    @Override
    public boolean isTransient() {
        return source.isTransient();
    }

    @Override
    public boolean includes(Path file) {
        return source.includes(file);
    }

    @Override
    public List<Path> libraries() throws IOException {
        return source.libraries();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
