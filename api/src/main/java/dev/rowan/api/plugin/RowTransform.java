package dev.rowan.api.plugin;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;

/// A transform that answers one row at a time, on the row's own virtual thread. It is called from many threads at once
/// and blocks freely.
public non-sealed interface RowTransform extends Transform {

    /// What becomes of `row`. A row's own problem is returned as an error; what is thrown is a defect and ends the
    /// run.
    TransformResult process(Row row, PluginContext context) throws Exception;
}
