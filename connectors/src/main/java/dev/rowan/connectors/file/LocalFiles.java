package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Local files as an origin: one file, the files of a directory, or those that match a pattern, in the order of
/// their names.
///
/// `given` is the text of the setting and `path` the same as a path.
record LocalFiles(Path base, String given, Path path) implements Origin {

    /// The matching files; empty for one file.
    private Optional<FileGlob> glob() {
        if (Files.isDirectory(path)) {
            return Optional.of(FileGlob.in(path));
        }
        return FileGlob.isPattern(given) && Files.notExists(path)
                ? Optional.of(FileGlob.of(base, given))
                : Optional.empty();
    }

    @Override
    public List<InputPart> list() throws IOException {
        Optional<FileGlob> glob = glob();
        if (glob.isPresent()) {
            return list(glob.get());
        }
        if (Files.notExists(path)) {
            throw new PluginException(
                    path + " does not exist; check 'path', which is relative to the pipeline file's directory");
        }
        return List.of(FilePart.of(path, FileGlob.withSlashes(Path.of(given).normalize())));
    }

    private List<InputPart> list(FileGlob glob) throws IOException {
        Path shown = Path.of(Files.isDirectory(path) ? given : FileGlob.fixedPart(given))
                .normalize();
        var parts = new ArrayList<InputPart>();
        for (Path file : glob.list()) {
            parts.add(FilePart.of(glob.root().resolve(file), FileGlob.withSlashes(shown.resolve(file))));
        }
        if (parts.isEmpty()) {
            throw new PluginException(
                    Files.isDirectory(path)
                            ? path + " is a directory without files; check 'path'"
                            : path + " matches no file in " + glob.root()
                                    + "; check 'path', which is relative to the pipeline file's directory");
        }
        return List.copyOf(parts);
    }

    @Override
    public boolean isMultiple() {
        return glob().isPresent();
    }

    @Override
    public boolean isRepeatable() {
        return Files.isRegularFile(path) || glob().isPresent();
    }

    @Override
    public String describe() {
        return path.toString();
    }

    @Override
    public Optional<Path> file() {
        return isMultiple() ? Optional.empty() : Optional.of(path);
    }

    @Override
    public boolean includes(Path file) {
        return glob().map(files -> files.includes(file)).orElse(false);
    }
}
