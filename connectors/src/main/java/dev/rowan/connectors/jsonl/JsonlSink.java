package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineOutput;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes each row as a JSON object on a line of its own.
final class JsonlSink implements Sink {
    private final Destination destination;
    private @Nullable LineOutput output;

    JsonlSink(Destination destination) {
        this.destination = destination;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        destination.prepare(setup);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return destination.check(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        output = destination.open(existing);
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        LineOutput open = opened();
        RowJson.write(row, open.buffer());
        open.endRow();
        return Optional.empty();
    }

    @Override
    public Mark sync() throws IOException {
        return opened().sync();
    }

    @Override
    public Optional<Path> file() {
        return destination.file();
    }

    @Override
    public Map<String, Object> manifest() {
        return destination.manifest();
    }

    @Override
    public void close() throws IOException {
        if (output != null) {
            output.close();
        }
    }

    private LineOutput opened() {
        if (output == null) {
            throw new IllegalStateException("open the sink first");
        }
        return output;
    }
}
