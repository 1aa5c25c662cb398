package dev.rowan.providers.http;

import java.io.IOException;

/// Trouble with a file of ours, not with the connection. Never leaves the package.
final class LocalFileException extends IOException {
    private static final long serialVersionUID = 1L;

    LocalFileException(String doing, IOException cause) {
        super(doing + ": " + ErrorText.of(cause), cause);
    }
}
