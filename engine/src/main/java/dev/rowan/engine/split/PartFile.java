package dev.rowan.engine.split;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.landscape.record.SplitPart;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A part that is being written, under a name that no other process uses. Owned by the release thread.
final class PartFile {
    private final String sinkName;
    private final Sink sink;
    private final Path unfinished;
    private final Path file;

    private PartFile(String sinkName, Sink sink, Path unfinished, Path file) {
        this.sinkName = sinkName;
        this.sink = sink;
        this.unfinished = unfinished;
        this.file = file;
    }

    static PartFile open(SinkNode node, int split, String attempt) throws IOException {
        Path whole = node.sink().file().orElseThrow(() -> new PluginException(problem(node)));
        Path file = of(whole, split);
        Path unfinished = file.resolveSibling(file.getFileName() + "." + attempt);
        Sink sink = node.sink().part(unfinished, split == 0).orElseThrow(() -> new PluginException(problem(node)));
        sink.open(Sink.Existing.OVERWRITE);
        return new PartFile(node.name(), sink, unfinished, file);
    }

    /// The part of a file for a split.
    static Path of(Path whole, int split) {
        return whole.resolveSibling(whole.getFileName() + ".part-" + split);
    }

    static String problem(SinkNode node) {
        return "sink '" + node.name() + "' cannot be written in parts; use csv, jsonl or text with a local path,"
                + " mode: create, and without compression";
    }

    Sink sink() {
        return sink;
    }

    /// Makes the part durable under its name.
    SplitPart finish() throws IOException {
        Sink.Mark mark = sink.finish();
        sink.close();
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(file);
        return new SplitPart(sinkName, String.valueOf(file.getFileName()), mark.rows(), mark.end(), mark.sha256());
    }

    static void syncFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /// Deletes the part, if it has no name yet.
    void abandon() {
        try {
            sink.close();
            Files.deleteIfExists(unfinished);
        } catch (IOException _) {
            // the owner deletes what is left when the run ends
        }
    }
}
