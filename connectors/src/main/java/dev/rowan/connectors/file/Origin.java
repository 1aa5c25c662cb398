package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Where a source reads its bytes.
public interface Origin {

    /// Resolves secrets, once.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    Input open() throws IOException;

    /// A description for people and the record.
    String describe();

    /// The file, if it is one.
    Optional<Path> file();

    /// The origin of a file's bytes.
    static Origin of(Path path) {
        return new Origin() {
            @Override
            public Input open() throws IOException {
                return InputFile.open(path);
            }

            @Override
            public String describe() {
                return path.toString();
            }

            @Override
            public Optional<Path> file() {
                return Optional.of(path);
            }
        };
    }
}
