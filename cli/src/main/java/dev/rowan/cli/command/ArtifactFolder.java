package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;

/// Where the files of batch services lie: where the pipeline says, else `artifacts` beside the landscape's file, or in
/// the current folder where the landscape is no file.
public final class ArtifactFolder {
    private static final String USUAL = "artifacts";
    private static final String SQLITE = "sqlite:";

    private ArtifactFolder() {}

    public static Path of(Optional<Path> chosen, LandscapeAddress address, Shell shell) {
        return chosen.map(folder -> shell.folder().resolve(folder))
                .orElseGet(() -> beside(address, shell))
                .toAbsolutePath()
                .normalize();
    }

    private static Path beside(LandscapeAddress address, Shell shell) {
        if (!address.url().startsWith(SQLITE)) {
            return shell.folder().resolve(USUAL);
        }
        Path file = address.base().resolve(address.url().substring(SQLITE.length()));
        return file.toAbsolutePath().resolveSibling(USUAL);
    }
}
