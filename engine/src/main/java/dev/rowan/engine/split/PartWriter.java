package dev.rowan.engine.split;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.PartInfo;
import dev.rowan.api.plugin.Sink.Parts;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.landscape.record.SplitPart;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a split in a sink. A local file is written under a name that no other process uses, and gets its own
/// when
/// it is finished; an object appears when it is finished. Owned by the release thread.
final class PartWriter {
    private final SinkNode node;
    private final OpenSplit split;
    private final Sink sink;
    private final String name;
    private final Optional<Path> unfinished;
    private @Nullable SplitPart finished;

    private PartWriter(SinkNode node, OpenSplit split, Sink sink, String name, Optional<Path> unfinished) {
        this.node = node;
        this.split = split;
        this.sink = sink;
        this.name = name;
        this.unfinished = unfinished;
    }

    /// `attempt` tells the names of unfinished files from those of other processes.
    static PartWriter open(SinkNode node, OpenSplit split, String attempt) throws IOException {
        int number = split.range.split();
        String name = name(node, number);
        Optional<Path> unfinished = name.isEmpty()
                ? Optional.empty()
                : node.sink().file().map(file -> file.resolveSibling(name + "." + attempt));
        boolean header = number == 0 || !(node.sink().parts() instanceof Parts.Joined);
        Sink sink = node.sink()
                .part(new PartInfo(number, unfinished.map(PartNames::of).orElse(name), header));
        sink.open(Sink.Existing.OVERWRITE);
        return new PartWriter(node, split, sink, name, unfinished);
    }

    private static String name(SinkNode node, int split) throws PluginException {
        return switch (node.sink().parts()) {
            case Parts.Joined _ ->
                PartNames.joined(PartNames.of(node.sink().file().orElseThrow()), split);
            case Parts.Listed(String name, var _) -> PartNames.listed(name, split);
            case Parts.Direct _ -> "";
            case Parts.Refused(String why) -> throw new PluginException(SplitSupport.problem(node, why));
        };
    }

    OpenSplit split() {
        return split;
    }

    Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        return sink.write(row, token);
    }

    /// Makes the part durable, once.
    SplitPart finish() throws IOException {
        SplitPart part = finished;
        if (part == null) {
            Sink.Mark mark = sink.finish();
            sink.close();
            if (unfinished.isPresent()) {
                Path file = unfinished.get().resolveSibling(name);
                Files.move(unfinished.get(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                syncFolder(file);
            }
            part = new SplitPart(node.name(), name, mark.rows(), mark.end(), mark.sha256());
            finished = part;
        }
        return part;
    }

    /// The rows that the target refused when the part was finished, by their index in it.
    List<Sink.RefusedRow> refused() {
        return sink.refused();
    }

    static void syncFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /// Drops the part, unless it is finished.
    void abandon() {
        if (finished != null) {
            return;
        }
        try {
            sink.close();
            if (unfinished.isPresent()) {
                Files.deleteIfExists(unfinished.get());
            }
        } catch (IOException _) {
            // the owner deletes what is left when the run ends
        }
    }
}
