package dev.rowan.providers.http;

import java.io.IOException;

/// Trouble with a file of ours, not with the connection. Never leaves the package.
final class FileTrouble extends IOException {
    private static final long serialVersionUID = 1L;

    FileTrouble(String doing, IOException cause) {
        super(doing + ": " + Words.of(cause), cause);
    }
}
