package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Source;
import dev.rowan.landscape.sink.Outputs;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files of a pipeline. A file may be read many times, but a sink's file must not have another use: a sink that
/// wrote the source's file would destroy rows, or loop. Owned by one thread.
final class FileReferences {
    private static final String SECRET_FILE = "file:";

    private final Problems problems;
    private final Path base;
    private final Map<Path, String> uses = new LinkedHashMap<>();
    private final List<Source> sources = new ArrayList<>();

    FileReferences(Problems problems, Path base) {
        this.problems = problems;
        this.base = base;
    }

    /// Adds a file that is read; `use` is the reader, such as `the source reads`.
    void read(Path file, String use) {
        uses.putIfAbsent(Outputs.realPath(file), use);
    }

    /// Adds a source, which may read several files.
    void read(Source source) {
        sources.add(source);
    }

    /// Adds the files of secrets, `file:PATH` anywhere below `node`.
    void readSecrets(ConfigNode node) {
        switch (node) {
            case ConfigNode.Scalar(var _, var _, String text)
            when text.startsWith(SECRET_FILE) -> readSecret(text.substring(SECRET_FILE.length()));
            case ConfigNode.Scalar _, ConfigNode.Broken _ -> {}
            case ConfigNode.Sequence(var _, var _, var items) -> items.forEach(this::readSecrets);
            case ConfigNode.Mapping(var _, var _, var entries) ->
                entries.values().forEach(entry -> readSecrets(entry.value()));
        }
    }

    private void readSecret(String path) {
        try {
            read(base.resolve(path), "a secret is in");
        } catch (InvalidPathException _) {
            // not a file name; its option reports that
        }
    }

    /// Adds the file of the sink at `at`; a file with another use is a problem.
    void write(Path file, ConfigNode at) {
        Path path = Outputs.realPath(file);
        uses.entrySet().stream()
                .filter(other -> Outputs.isSameFile(path, other.getKey()))
                .findFirst()
                .ifPresent(other ->
                        problems.add("config.same_file", at, other.getValue() + " " + file + "; choose another file"));
        if (sources.stream().anyMatch(source -> source.includes(path) || source.includes(file))) {
            problems.add(
                    "config.same_file",
                    at,
                    "the source would read " + file + " as one of its files; choose another directory or name");
        }
        uses.putIfAbsent(path, "another sink writes");
    }
}
