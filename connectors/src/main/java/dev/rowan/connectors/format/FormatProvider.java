package dev.rowan.connectors.format;

import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SourceFormat;

/// A format of another module, found by `ServiceLoader`. It loads its library when a file is opened.
public interface FormatProvider {

    /// The value of the key `format`.
    String name();

    SourceFormat reading();

    SinkFormat writing();
}
