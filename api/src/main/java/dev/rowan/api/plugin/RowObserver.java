package dev.rowan.api.plugin;

import dev.rowan.api.Row;

/// A transform whose results depend on the rows before. It sees every row of the run as it arrives at the node
/// before the row is processed; a resumed, retried or replayed run first shows it the rows on record. So it can
/// stand only where rows arrive without calls and without being split.
public interface RowObserver {

    /// Called in row order, by one thread.
    void observe(long rowSeq, Row row) throws PluginException;
}
