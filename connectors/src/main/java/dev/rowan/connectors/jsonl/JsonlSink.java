package dev.rowan.connectors.jsonl;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.OutputFile;
import dev.rowan.connectors.file.OutputPath;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes each row as a JSON object on a line of its own.
final class JsonlSink implements Sink {
    private final OutputPath path;
    private @Nullable OutputFile file;

    JsonlSink(OutputPath path) {
        this.path = path;
    }

    @Override
    public Optional<String> check(Existing existing) {
        return path.check(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        file = path.open(existing);
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        OutputFile open = opened();
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
        return Optional.of(path.path());
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private OutputFile opened() {
        if (file == null) {
            throw new IllegalStateException("open the sink first");
        }
        return file;
    }
}
