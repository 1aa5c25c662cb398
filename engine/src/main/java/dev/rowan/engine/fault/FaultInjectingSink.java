package dev.rowan.engine.fault;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Fault injection before and after each step of a sink. A half-written line needs no point of its own: tests can
/// truncate a copy of the file anywhere after its last mark.
final class FaultInjectingSink implements Sink {
    private final Sink sink;
    private final Faults faults;

    FaultInjectingSink(Sink sink, Faults faults) {
        this.sink = sink;
        this.faults = faults;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        sink.prepare(setup);
    }

    @Override
    public void expect(KnownFields fields) throws IOException, InterruptedException {
        sink.expect(fields);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return sink.check(existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return sink.start(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        faults.at(FaultPoint.BEFORE_SINK_OPEN);
        try (var _ = faults.writing()) {
            sink.open(existing);
        }
        faults.at(FaultPoint.AFTER_SINK_OPEN);
    }

    @Override
    public Mark resume(Mark mark) throws IOException {
        faults.at(FaultPoint.BEFORE_SINK_OPEN);
        Mark found;
        try (var _ = faults.writing()) {
            found = sink.resume(mark);
        }
        faults.at(FaultPoint.AFTER_SINK_OPEN);
        return found;
    }

    @Override
    public List<RefusedRow> refused() {
        return sink.refused();
    }

    @Override
    public boolean lags() {
        return sink.lags();
    }

    @Override
    public boolean isAtPartEnd() {
        return sink.isAtPartEnd();
    }

    @Override
    public void identify(Identity identity) {
        sink.identify(identity);
    }

    @Override
    public void connect(SinkCalls calls) {
        sink.connect(calls);
    }

    @Override
    public List<Path> libraries() throws IOException {
        return sink.libraries();
    }

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("the engine writes rows with their tokens");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        Optional<Reason> refused;
        try (var _ = faults.writing()) {
            refused = sink.write(row, token);
        }
        faults.at(FaultPoint.SINK_WRITTEN);
        return refused;
    }

    @Override
    public Mark sync() throws IOException {
        Mark mark;
        try (var _ = faults.writing()) {
            mark = sink.sync();
        }
        faults.at(FaultPoint.SINK_SYNCED);
        return mark;
    }

    @Override
    public Mark finish() throws IOException {
        Mark mark;
        try (var _ = faults.writing()) {
            mark = sink.finish();
        }
        faults.at(FaultPoint.SINK_SYNCED);
        return mark;
    }

    @Override
    public void suspend() throws IOException {
        try (var _ = faults.writing()) {
            sink.suspend();
        }
    }

    @Override
    public boolean isStandardOutput() {
        return sink.isStandardOutput();
    }

    @Override
    public Optional<Path> file() {
        return sink.file();
    }

    @Override
    public String describe() {
        return sink.describe();
    }

    @Override
    public Optional<String> credential() {
        return sink.credential();
    }

    @Override
    public Optional<String> address() {
        return sink.address();
    }

    @Override
    public Map<String, Object> manifest() {
        return sink.manifest();
    }

    @Override
    public void close() throws IOException {
        try (var _ = faults.writing()) {
            sink.close();
        }
    }
}
