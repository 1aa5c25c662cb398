package dev.rowan.landscape.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Receives the records of an exported table.
public interface ExportSink {

    /// The values in column order; the array is reused after the call.
    void accept(@Nullable Object[] values) throws IOException;
}
