package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The output directory of a replay: the given one, or a temporary one.
record ReplayFolder(Path path, boolean kept) implements AutoCloseable {
    private static final int CHUNK = 64 * 1024;

    static ReplayFolder of(Optional<Path> named) throws IOException {
        return named.isPresent()
                ? new ReplayFolder(named.get(), true)
                : new ReplayFolder(Files.createTempDirectory("rowan-replay"), false);
    }

    /// Copies the bytes before the run's own rows for sinks that appended, and protects the run's own files.
    void prepare(RecordedOriginal original, Pipeline pipeline, boolean overwrite) throws IOException {
        for (SinkNode sink : pipeline.sinks()) {
            if (sink.sink().file().isEmpty()) {
                continue;
            }
            Path file = sink.sink().file().get();
            Optional<Path> written = original.written(sink.name());
            if (written.isPresent()
                    && Files.exists(file)
                    && Files.exists(written.get())
                    && Files.isSameFile(file, written.get())) {
                throw new UsageException("--to must not be the directory of " + file + ", which the run wrote");
            }
            Sink.Mark mark = original.marks().get(sink.name());
            if (mark != null && mark.start() > 0) {
                if (Files.exists(file) && !overwrite) {
                    throw new UsageException(file + " already exists; pass --overwrite to replace it");
                }
                copyBeginning(sink.name(), written, file, mark.start());
            }
        }
    }

    private static void copyBeginning(String sink, Optional<Path> written, Path file, long length) throws IOException {
        if (written.isEmpty() || !Files.isRegularFile(written.get()) || Files.size(written.get()) < length) {
            throw new UsageException("sink '%s' appended to %s, whose first %,d bytes are required but missing"
                    .formatted(sink, written.map(Path::toString).orElse("a blob"), length));
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (InputStream in = Files.newInputStream(written.get());
                OutputStream out = Files.newOutputStream(file)) {
            for (long left = length; left > 0; ) {
                byte[] bytes = in.readNBytes((int) Math.min(CHUNK, left));
                out.write(bytes);
                left -= bytes.length;
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!kept) {
            delete(path);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
