package dev.rowan.landscape.store;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// File attributes for owner-only access, where the file system supports them.
final class OwnerOnlyFiles {
    private OwnerOnlyFiles() {}

    static FileAttribute<?>[] file(Path path) {
        return mode(path, "rw-------");
    }

    static FileAttribute<?>[] folder(Path path) {
        return mode(path, "rwx------");
    }

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
