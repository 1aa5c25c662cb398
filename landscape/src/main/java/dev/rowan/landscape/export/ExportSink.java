package dev.rowan.landscape.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Takes the records of an exported table, one after the other.
public interface ExportSink {

    /// The values in the order of the columns; the array is the caller's again afterwards.
    void accept(@Nullable Object[] values) throws IOException;
}
