package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineOutput;
import dev.rowan.connectors.file.SinkOutput;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Writes each row as a JSON object on a line of its own.
final class JsonlSink implements Sink {
    private final SinkOutput outlet;

    JsonlSink(Destination destination) {
        this.outlet = new SinkOutput(destination);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        outlet.prepare(setup);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return outlet.destination().check(existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return outlet.start(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        outlet.open(existing);
    }

    @Override
    public void resume(Mark mark) throws IOException {
        outlet.resume(mark);
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        LineOutput open = outlet.opened();
        RowJson.write(row, open.buffer());
        open.endRow();
        return Optional.empty();
    }

    @Override
    public Mark sync() throws IOException {
        return outlet.opened().sync();
    }

    @Override
    public Optional<Path> file() {
        return outlet.destination().file();
    }

    @Override
    public Optional<String> address() {
        return outlet.destination().address();
    }

    @Override
    public Map<String, Object> manifest() {
        return outlet.destination().manifest();
    }

    @Override
    public void close() throws IOException {
        outlet.close();
    }
}
