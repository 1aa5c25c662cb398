package dev.rowan.chaos;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.json.RowJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A sink for JSON lines with a defect of the kind that crash tests must find.
final class PlantedSink implements Sink {

    enum Flaw {
        /// Reports rows as durable before it writes them.
        LATE,
        /// Appends after the remains of a crash without truncating them.
        UNCUT
    }

    private final Path path;
    private final Flaw flaw;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private byte[] written = new byte[0];
    private byte[] all = new byte[0];
    private long rows;
    private @Nullable RandomAccessFile file;

    private PlantedSink(Path path, Flaw flaw) {
        this.path = path;
        this.flaw = flaw;
    }

    /// The pipeline with this defect in every sink.
    static Pipeline in(Pipeline pipeline, Flaw flaw) {
        return pipeline.withSinks(pipeline.sinks().stream()
                .map(node -> node.with(new PlantedSink(node.sink().file().orElseThrow(), flaw)))
                .toList());
    }

    @Override
    public Optional<String> check(Existing existing) {
        return Optional.empty();
    }

    @Override
    public void open(Existing existing) throws IOException {
        file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(0);
    }

    @Override
    public Mark resume(Mark mark) throws IOException {
        file = new RandomAccessFile(path.toFile(), "rw");
        rows = mark.rows();
        if (flaw == Flaw.LATE) {
            file.setLength(Math.min(file.length(), mark.end()));
        }
        all = new byte[(int) file.length()];
        file.readFully(all);
        return mark;
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        flushTold();
        pending.writeBytes(RowJson.write(row));
        pending.write('\n');
        rows++;
        return Optional.empty();
    }

    @Override
    public Mark sync() throws IOException {
        flushTold();
        written = pending.toByteArray();
        pending.reset();
        byte[] before = all;
        all = Arrays.copyOf(before, before.length + written.length);
        System.arraycopy(written, 0, all, before.length, written.length);
        if (flaw != Flaw.LATE) {
            flushTold();
        }
        return new Mark(rows, 0, all.length, Sha256.hex(all));
    }

    private void flushTold() throws IOException {
        if (file != null && written.length > 0) {
            file.seek(file.length());
            file.write(written);
            written = new byte[0];
        }
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(path);
    }

    @Override
    public void close() throws IOException {
        flushTold();
        if (file != null) {
            file.close();
        }
    }
}
