package dev.rowan.providers.http;

import java.io.IOException;

/// A local file error, as opposed to a connection error. Internal to the package.
final class LocalFileException extends IOException {
    private static final long serialVersionUID = 1L;

    LocalFileException(String doing, IOException cause) {
        super(doing + ": " + ErrorText.of(cause), cause);
    }
}
