package dev.rowan.engine.fault;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// Fault injection before and after each row of a source: asking for the next row means that the previous one is
/// recorded. Owned by the reader thread.
final class FaultInjectingSource implements Source {
    private final Source source;
    private final Faults faults;
    private boolean given;

    FaultInjectingSource(Source source, Faults faults) {
        this.source = source;
        this.faults = faults;
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        if (given) {
            faults.at(FaultPoint.AFTER_ROW);
        }
        faults.at(FaultPoint.BEFORE_ROW);
        given = true;
        return source.next();
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
    public Optional<Path> file() {
        return source.file();
    }

    @Override
    public Optional<String> credential() {
        return source.credential();
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
    public void close() throws IOException {
        source.close();
    }
}
