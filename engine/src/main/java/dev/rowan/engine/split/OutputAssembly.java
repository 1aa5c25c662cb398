package dev.rowan.engine.split;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.OutputFolder;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Parts;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.verify.PartFiles;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// Makes the output of a sink of its parts, when all splits are done: joins them, or lists them in a manifest. Used by
/// the
/// run's own thread.
public final class OutputAssembly {
    /// The state of the mark of an output that is in the target itself.
    private static final String DIRECT = "splits";

    private final SinkNode node;
    private final String runId;
    private final SplitPlan plan;

    public OutputAssembly(SinkNode node, String runId, SplitPlan plan) {
        this.node = node;
        this.runId = runId;
        this.plan = plan;
    }

    /// Refuses to start a new run where a manifest lists the output of another one, unless that may be overwritten.
    public static void refuseExisting(List<SinkNode> sinks, Sink.Existing existing) throws IOException {
        for (SinkNode node : sinks) {
            if (existing != Sink.Existing.OVERWRITE
                    && node.sink().parts() instanceof Parts.Listed(String name, OutputFolder folder)
                    && folder.read(PartNames.manifest(name)).isPresent()) {
                throw new PluginException("sink '" + node.name() + "': " + PartNames.manifest(name)
                        + " already exists; use --overwrite to replace it and its parts, or choose another name");
            }
        }
    }

    /// Deletes the output of another run that a manifest lists.
    public static void deleteExisting(List<SinkNode> sinks) throws IOException {
        for (SinkNode node : sinks) {
            if (node.sink().parts() instanceof Parts.Listed(String name, OutputFolder folder)) {
                String manifest = PartNames.manifest(name);
                Optional<byte[]> found = folder.read(manifest);
                if (found.isPresent()) {
                    for (String part : PartManifest.files(found.get(), name)) {
                        folder.delete(part);
                    }
                    folder.delete(manifest);
                }
            }
        }
    }

    /// Makes the output whole, and returns its mark.
    public Sink.Mark assemble(SortedMap<Integer, SplitPart> parts) throws IOException {
        var manifest = new PartManifest(parts);
        return switch (node.sink().parts()) {
            case Parts.Joined _ -> join(List.copyOf(parts.values()));
            case Parts.Listed(String name, OutputFolder folder) -> {
                String file = PartNames.manifest(name);
                folder.write(file, manifest.json(runId, node.name(), plan));
                yield manifest.mark(PartFiles.listedIn(file));
            }
            case Parts.Direct _ -> manifest.mark(DIRECT);
            case Parts.Refused(String why) -> throw new PluginException(SplitSupport.problem(node, why));
        };
    }

    private Path file() {
        return node.sink().file().orElseThrow();
    }

    /// Writes the file, which gets its name when it is whole. Each part must be what was recorded.
    private Sink.Mark join(List<SplitPart> parts) throws IOException {
        Path file = file();
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
        PartWriter.syncFolder(real);
        return new Sink.Mark(rows, 0, bytes, Sha256.hex(all));
    }

    private void copy(SplitPart part, OutputStream to, MessageDigest all) throws IOException {
        Path from = file().resolveSibling(part.file());
        if (!Files.isRegularFile(from)) {
            throw new PluginException(from + ", a part of sink '" + node.name()
                    + "' in the record, is missing; every worker must write to the same directory");
        }
        MessageDigest sha256 = Sha256.create();
        long copied = Files.copy(from, new DigestOutputStream(new DigestOutputStream(to, all), sha256));
        if (copied != part.bytes() || !Sha256.hex(sha256).equals(part.sha256())) {
            throw new PluginException(from + " differs from the record; run the pipeline again");
        }
    }

    /// Deletes what is not part of the output: unfinished parts, and those that were joined. Called after the mark of
    /// the
    /// output is on record.
    public void deleteRest() throws IOException {
        Optional<Path> folder =
                node.sink().file().map(file -> file.toAbsolutePath().getParent());
        if (folder.isEmpty() || !Files.isDirectory(folder.get())) {
            return;
        }
        Set<String> rest = new HashSet<>();
        boolean joined = node.sink().parts() instanceof Parts.Joined;
        for (PlannedSplit split : plan.splits()) {
            int number = split.range().split();
            String name = PartNames.of(file());
            rest.add(joined ? PartNames.joined(name, number) : PartNames.listed(name, number));
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder.get())) {
            for (Path other : found) {
                String name = PartNames.of(other);
                String part = name.replaceFirst("\\.[0-9]+-[0-9]+(\\.part)?$", "");
                if (rest.contains(part) && (joined || !part.equals(name))) {
                    Files.deleteIfExists(other);
                }
            }
        }
    }
}
