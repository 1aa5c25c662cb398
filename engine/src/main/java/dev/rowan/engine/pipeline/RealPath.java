package dev.rowan.engine.pipeline;

import java.io.IOException;
import java.nio.file.Path;

/// One path for a file, whichever folder and symbolic links it is reached by.
public final class RealPath {
    private RealPath() {}

    /// The real path of `file`, or of the nearest folder above it that exists with the rest behind it.
    public static Path of(Path file) {
        Path path = file.toAbsolutePath();
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            return parent == null || name == null
                    ? path
                    : of(parent).resolve(name).normalize();
        }
    }
}
