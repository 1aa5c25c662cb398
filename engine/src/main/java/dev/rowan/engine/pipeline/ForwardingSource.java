package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A source that forwards all calls to another one, for decorators that override some of them. Owned by the reader
/// thread.
public abstract class ForwardingSource implements Source {
    private final Source source;

    protected ForwardingSource(Source source) {
        this.source = source;
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
    public Optional<Item> next() throws IOException, InterruptedException {
        return source.next();
    }

    @Override
    public boolean seek(String position) throws IOException, InterruptedException {
        return source.seek(position);
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
