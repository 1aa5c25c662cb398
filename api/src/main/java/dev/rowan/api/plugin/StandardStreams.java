package dev.rowan.api.plugin;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/// The standard input and output of the program, for a source or a sink with the path `-`; empty where a run has
/// none.
public record StandardStreams(Optional<InputStream> in, Optional<OutputStream> out) {
    public static final StandardStreams NONE = new StandardStreams(Optional.empty(), Optional.empty());

    public static StandardStreams of(InputStream in, OutputStream out) {
        return new StandardStreams(Optional.of(in), Optional.of(out));
    }
}
