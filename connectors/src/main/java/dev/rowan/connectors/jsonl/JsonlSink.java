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
    private final SinkOutput output;

    JsonlSink(Destination destination) {
        this.output = new SinkOutput(destination);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        output.prepare(setup);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return output.destination().check(existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return output.start(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        output.open(existing);
    }

    @Override
    public void resume(Mark mark) throws IOException {
        output.resume(mark);
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        LineOutput open = output.opened();
        RowJson.write(row, open.buffer());
        open.endRow();
        return Optional.empty();
    }

    @Override
    public Mark sync() throws IOException {
        return output.opened().sync();
    }

    @Override
    public Optional<Path> file() {
        return output.destination().file();
    }

    @Override
    public boolean isStandardOutput() {
        return output.destination().isStandardOutput();
    }

    @Override
    public Optional<String> address() {
        return output.destination().address();
    }

    @Override
    public Map<String, Object> manifest() {
        return output.destination().manifest();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
