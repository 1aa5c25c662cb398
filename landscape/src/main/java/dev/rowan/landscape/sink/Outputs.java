package dev.rowan.landscape.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The names of outputs: the real path of a file, or an address such as that of a blob.
public final class Outputs {
    private static final String ADDRESS = "://";

    private Outputs() {}

    /// The real path of `file`, whichever folder and symbolic links it is reached by; where it does not exist, that of
    /// the nearest folder above it with the rest behind it.
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

    /// Whether two files are one; hard links are, and names that differ by case alone where the file system does not
    /// tell them apart. Devices and pipes may have many uses.
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

    /// Whether the file system ignores the case of names: the nearest folder above `path` that is there and has
    /// letters in its name is found by another case too.
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

    /// Whether two names, each a real path or an address, are those of one output.
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
