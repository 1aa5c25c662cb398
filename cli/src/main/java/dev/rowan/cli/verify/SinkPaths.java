package dev.rowan.cli.verify;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.verify.Verified.SinkRead;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.SinkFile;
import dev.rowan.landscape.verify.VerifyReport;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Locates the sink files of a run: the recorded path, or the one given by `--sink`. Owned by one thread.
final class SinkPaths {
    private final Path folder;
    /// By sink name or file name.
    private final Map<String, Path> given = new LinkedHashMap<>();

    SinkPaths(List<String> paths, Path folder) {
        this.folder = folder;
        for (String word : paths) {
            int named = word.indexOf('=');
            Path file =
                    folder.resolve(word.substring(named + 1)).toAbsolutePath().normalize();
            String key = named < 0 ? String.valueOf(file.getFileName()) : word.substring(0, named);
            if (given.put(key, file) != null) {
                throw new UsageException("--sink names '" + key + "' twice");
            }
        }
    }

    /// The directories that may have a head file.
    List<Path> folders(List<String> targets) {
        var folders = new ArrayList<Path>();
        given.values().forEach(file -> folders.add(file.getParent()));
        for (String target : targets) {
            folders.add(folder.resolve(target).toAbsolutePath().normalize().getParent());
        }
        return folders;
    }

    List<SinkRead> check(ChainCheck check, String runId, VerifyReport report) throws IOException {
        var known = new ArrayList<>(given.keySet());
        var read = new ArrayList<SinkRead>();
        for (SinkState sink : report.sinks()) {
            Optional<String> fileName =
                    sink.target().map(target -> String.valueOf(Path.of(target).getFileName()));
            known.remove(sink.name());
            fileName.ifPresent(known::remove);
            Optional<Path> file = Optional.ofNullable(given.get(sink.name()))
                    .or(() -> fileName.map(given::get))
                    .or(() -> sink.target()
                            .map(target ->
                                    folder.resolve(target).toAbsolutePath().normalize()));
            Optional<SinkFile.Result> result =
                    file.isPresent() ? Optional.of(result(check, runId, report, sink, file.get())) : Optional.empty();
            read.add(new SinkRead(sink, file, result));
        }
        if (!known.isEmpty()) {
            throw new UsageException("--sink " + known.getFirst() + ": the run has no such sink; it has "
                    + report.sinks().stream().map(SinkState::name).toList() + ", use NAME=FILE");
        }
        return read;
    }

    /// Bytes after those of a completed run are valid only if a later run wrote them.
    private static SinkFile.Result result(
            ChainCheck check, String runId, VerifyReport report, SinkState sink, Path file) throws IOException {
        SinkFile.Result result = check.checkSink(runId, sink, file);
        boolean unexplained = result instanceof SinkFile.Result.Same(var _, long after)
                && after > 0
                && report.progress().complete()
                && !check.writtenLater(runId, sink.target().orElse(""));
        if (unexplained && result instanceof SinkFile.Result.Same(var mark, long after)) {
            return new SinkFile.Result.Changed(
                    mark.end(),
                    mark.end() + after,
                    "bytes after the run's output that no later run in this landscape wrote");
        }
        return result;
    }
}
