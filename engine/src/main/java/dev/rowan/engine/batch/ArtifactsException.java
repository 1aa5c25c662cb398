package dev.rowan.engine.batch;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Files of batch jobs cannot be written or read: disk full, not a directory, missing permissions. The user can
/// fix it and resume.
public final class ArtifactsException extends IOException {
    private static final long serialVersionUID = 1L;

    public ArtifactsException(Path folder, IOException cause) {
        super(message(folder, reason(cause)), cause);
    }

    private static String message(Path folder, String why) {
        return "the files of batch jobs cannot be kept in " + folder + ": " + why
                + "; make sure that it is a folder with free space that can be written, or name another one in"
                + " run.artifacts";
    }

    /// Why a directory can be neither used nor created, as far as can be checked in advance.
    public static Optional<String> problem(Path folder) {
        Path existing = JobFiles.existing(folder);
        if (!Files.isDirectory(existing)) {
            return Optional.of(message(folder, existing + " is not a folder"));
        }
        return Files.isWritable(existing)
                ? Optional.empty()
                : Optional.of(message(folder, existing + " cannot be written"));
    }

    /// For a file system exception the reason and file are more helpful than the type alone.
    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException file) {
            return file.getFile() + ": " + Optional.ofNullable(file.getReason()).orElseGet(() -> kind(file));
        }
        return Optional.ofNullable(cause.getMessage()).orElseGet(cause::toString);
    }

    /// `NotDirectoryException` as `not directory`.
    private static String kind(FileSystemException cause) {
        return cause.getClass()
                .getSimpleName()
                .replace("Exception", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}
