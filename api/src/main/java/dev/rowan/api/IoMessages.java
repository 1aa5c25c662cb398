package dev.rowan.api;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/// Error messages for I/O failures, without Java class names.
public final class IoMessages {
    private IoMessages() {}

    /// `out/a.jsonl: permission denied`; without a path if the exception has none.
    public static String of(IOException error) {
        return error instanceof FileSystemException file && file.getFile() != null
                ? file.getFile() + ": " + reason(error)
                : reason(error);
    }

    /// The same without the path.
    public static String reason(IOException error) {
        return switch (error) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "already exists";
            case NotDirectoryException _ -> "not a directory";
            case FileSystemException file -> or(file.getReason(), "file system error");
            default -> or(error.getMessage(), "I/O error");
        };
    }

    private static String or(@Nullable String message, String instead) {
        return message == null || message.isBlank() ? instead : message;
    }
}
