package dev.rowan.api.plugin;

import java.io.IOException;

/// The world is not as a plugin needs it: a file is missing, a disk is full. The message says what was expected, what
/// was found and what to do.
public final class PluginException extends IOException {
    private static final long serialVersionUID = 1L;

    public PluginException(String message) {
        super(message);
    }

    public PluginException(String message, Throwable cause) {
        super(message, cause);
    }
}
