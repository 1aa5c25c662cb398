package dev.rowan.engine.run;

import dev.rowan.api.IoMessages;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.verify.HeadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The seal of a run as a file beside its sinks: a copy of the head outside the database, and the manifest of the
/// output.
final class HeadFile {
    private HeadFile() {}

    static void writeBeside(List<SinkNode> sinks, RunResult result) throws IOException {
        Set<Path> folders = new LinkedHashSet<>();
        sinks.forEach(node -> node.sink()
                .file()
                .map(file -> file.toAbsolutePath().getParent())
                .ifPresent(folders::add));
        byte[] json = HeadFiles.sealed(RowJson.writeValue(manifest(sinks, result)));
        for (Path folder : folders) {
            write(HeadFiles.in(folder, result.runId()), json);
        }
    }

    /// The whole file or none: a partial head would look like a tampered one.
    private static void write(Path file, byte[] json) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(part, json, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
            if (Files.getFileStore(part).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritten) {
            throw unwritten(file, part, unwritten);
        }
    }

    private static IOException unwritten(Path file, Path part, IOException why) {
        var failure = new PluginException(
                file + ", the head of the run, cannot be written: " + IoMessages.reason(why)
                        + "; the run itself has ended and is recorded, and `rowan status` shows its head",
                why);
        try {
            Files.deleteIfExists(part);
        } catch (IOException left) {
            failure.addSuppressed(left);
        }
        return failure;
    }

    private static Map<String, @Nullable Object> manifest(List<SinkNode> sinks, RunResult result) {
        var head = new LinkedHashMap<String, @Nullable Object>();
        head.put("run", result.runId());
        head.put("name", result.name());
        head.put("status", result.status().word());
        head.put("size", result.head().size());
        head.put("root", result.head().root());
        head.put("last_leaf", result.head().lastLeaf());
        head.put("time", result.head().time().toString());
        result.head().signature().ifPresent(by -> {
            head.put("key_id", by.keyId());
            head.put("signature", by.signature());
        });
        var written = new ArrayList<Map<String, @Nullable Object>>();
        for (SinkNode node : sinks) {
            written.add(sink(node, result.sinks().get(node.name())));
        }
        head.put("sinks", written);
        return head;
    }

    private static Map<String, @Nullable Object> sink(SinkNode node, Sink.@Nullable Mark mark) {
        var sink = new LinkedHashMap<String, @Nullable Object>();
        sink.put("name", node.name());
        sink.put(
                "file",
                node.sink().file().map(f -> String.valueOf(f.getFileName())).orElse(null));
        if (mark != null) {
            sink.put("rows", mark.rows());
            sink.put("start", mark.start());
            sink.put("end", mark.end());
            sink.put("sha256", mark.sha256());
        }
        sink.put("written", new LinkedHashMap<>(node.sink().manifest()));
        return sink;
    }
}
