package dev.rowan.api.plugin;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;

/// A transform that processes one row at a time, on the row's own virtual thread. It is called from many threads
/// concurrently and may block.
public non-sealed interface RowTransform extends Transform {

    /// Processes `row`. A problem of the row is returned as an error; a thrown exception is a defect and ends the
    /// run.
    TransformResult process(Row row, PluginContext context) throws Exception;
}
