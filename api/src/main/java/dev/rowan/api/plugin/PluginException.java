package dev.rowan.api.plugin;

import java.io.IOException;

/// A plugin cannot work in this environment: a file is missing, a disk is full. The message says what was
/// expected, what was found and what to do.
public final class PluginException extends IOException {
    private static final long serialVersionUID = 1L;

    public PluginException(String message) {
        super(message);
    }

    public PluginException(String message, Throwable cause) {
        super(message, cause);
    }
}
