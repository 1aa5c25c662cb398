package dev.rowan.connectors.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// Why the system refused something, in words: its own exceptions often hold no more than a path.
final class Failure {
    private Failure() {}

    static String words(IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or folder";
            case FileSystemException refused ->
                Optional.ofNullable(refused.getReason()).orElse("the system gave no reason");
            default -> Optional.ofNullable(failure.getMessage()).orElse("the system gave no reason");
        };
    }
}
