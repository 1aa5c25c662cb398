package dev.rowan.engine.split;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.landscape.record.SplitPart;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;

/// Joins the parts of a sink to its file, when all splits are done. Used by the run's own thread.
public final class OutputAssembly {
    private final SinkNode node;
    private final Path file;

    public OutputAssembly(SinkNode node) throws PluginException {
        this.node = node;
        this.file = node.sink().file().orElseThrow(() -> new PluginException(PartFile.problem(node)));
    }

    /// Writes the file, which gets its name when it is whole; returns its mark. Each part must be what was recorded.
    public Sink.Mark join(List<SplitPart> parts) throws IOException {
        Path real = Files.exists(file) ? file.toRealPath() : file;
        Path whole = real.resolveSibling(real.getFileName() + ".part");
        long rows = 0;
        long bytes = 0;
        MessageDigest all = Sha256.create();
        try (var channel = FileChannel.open(
                whole, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            if (Files.getFileStore(whole).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rw-------"));
            }
            for (SplitPart part : parts) {
                copy(part, Channels.newOutputStream(channel), all);
                rows += part.rows();
                bytes += part.bytes();
            }
            channel.force(true);
        }
        Files.move(whole, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        PartFile.syncFolder(real);
        return new Sink.Mark(rows, 0, bytes, Sha256.hex(all));
    }

    private void copy(SplitPart part, OutputStream to, MessageDigest all) throws IOException {
        Path from = file.resolveSibling(part.file());
        if (!Files.isRegularFile(from)) {
            throw new PluginException(from + ", a part of sink '" + node.name()
                    + "' on record, is not there; every worker must write to the same directory");
        }
        MessageDigest sha256 = Sha256.create();
        long copied = Files.copy(from, new DigestOutputStream(new DigestOutputStream(to, all), sha256));
        if (copied != part.bytes() || !Sha256.hex(sha256).equals(part.sha256())) {
            throw new PluginException(from + " does not hold what was recorded; run the pipeline again");
        }
    }

    /// Deletes the parts, finished or not; after the mark of the whole file is on record.
    public void deleteParts() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, this::isPart)) {
            for (Path part : found) {
                Files.deleteIfExists(part);
            }
        }
    }

    private boolean isPart(Path other) {
        String name = String.valueOf(other.getFileName());
        String prefix = file.getFileName() + ".part-";
        return name.startsWith(prefix) && name.substring(prefix.length()).matches("[0-9]+(\\.[0-9]+-[0-9]+)?");
    }
}
