package dev.rowan.api;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/// What an error of input or output says to people: no names of Java classes, which the message of a file's error
/// needs to make sense, since it is the path alone.
public final class IoMessages {
    private IoMessages() {}

    /// `out/a.jsonl: permission denied`; without a path where the error has none.
    public static String of(IOException error) {
        return error instanceof FileSystemException file && file.getFile() != null
                ? file.getFile() + ": " + reason(error)
                : reason(error);
    }

    /// The same without the path.
    public static String reason(IOException error) {
        return switch (error) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it is there already";
            case NotDirectoryException _ -> "not a folder";
            case FileSystemException file -> or(file.getReason(), "the file system refused it");
            default -> or(error.getMessage(), "input or output failed");
        };
    }

    private static String or(@Nullable String message, String instead) {
        return message == null || message.isBlank() ? instead : message;
    }
}
