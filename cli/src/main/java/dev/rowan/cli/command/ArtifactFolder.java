package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;

/// The directory of batch files: the one that the pipeline names, or else `artifacts` next to the landscape's file, or
/// in the current directory if the landscape is not a file.
public final class ArtifactFolder {
    private static final String DEFAULT = "artifacts";
    private static final String SQLITE = "sqlite:";

    private ArtifactFolder() {}

    public static Path of(Optional<Path> chosen, LandscapeAddress address, Shell shell) {
        return chosen.map(folder -> shell.folder().resolve(folder))
                .orElseGet(() -> defaultFolder(address, shell))
                .toAbsolutePath()
                .normalize();
    }

    private static Path defaultFolder(LandscapeAddress address, Shell shell) {
        if (!address.url().startsWith(SQLITE)) {
            return shell.folder().resolve(DEFAULT);
        }
        Path file = address.base().resolve(address.url().substring(SQLITE.length()));
        return file.toAbsolutePath().resolveSibling(DEFAULT);
    }
}
