package dev.rowan.landscape.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The identity of outputs: the real path of a file, or an address such as that of a blob.
public final class Outputs {
    private static final String ADDRESS = "://";

    private Outputs() {}

    /// The real path of `file`, with symbolic links resolved; if it does not exist, that of its nearest existing
    /// parent with the rest appended.
    public static Path realPath(Path file) {
        Path path = file.toAbsolutePath();
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            return parent == null || name == null
                    ? path
                    : realPath(parent).resolve(name).normalize();
        }
    }

    /// Whether two paths are the same file: hard links are, and names that differ only by case on a
    /// case-insensitive file system. Devices and pipes can be shared.
    public static boolean isSameFile(Path one, Path other) {
        if (Files.notExists(one) || Files.notExists(other)) {
            return one.equals(other)
                    || (one.toString().equalsIgnoreCase(other.toString()) && ignoresCase(one.toAbsolutePath()));
        }
        try {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        } catch (IOException _) {
            return one.equals(other);
        }
    }

    /// Whether the file system is case-insensitive: the nearest existing parent of `path` with letters in its name
    /// is also found in another case.
    private static boolean ignoresCase(Path path) {
        for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
            String name = String.valueOf(folder.getFileName());
            String swapped = swapCase(name);
            if (!swapped.equals(name) && Files.isDirectory(folder)) {
                return isOneFolder(folder, folder.resolveSibling(swapped));
            }
        }
        return false;
    }

    private static boolean isOneFolder(Path one, Path other) {
        try {
            return Files.isDirectory(other) && Files.isSameFile(one, other);
        } catch (IOException _) {
            return false;
        }
    }

    private static String swapCase(String name) {
        return name.codePoints()
                .map(c -> Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// Whether two names, each a real path or an address, denote the same output.
    public static boolean isSame(String one, String other) {
        if (one.contains(ADDRESS) || other.contains(ADDRESS)) {
            return one.equals(other);
        }
        try {
            return isSameFile(Path.of(one), Path.of(other));
        } catch (InvalidPathException fromAnotherSystem) {
            return one.equals(other);
        }
    }
}
