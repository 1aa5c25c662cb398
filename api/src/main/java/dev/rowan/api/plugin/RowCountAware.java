package dev.rowan.api.plugin;

/// A transform that must know the number of the source's rows before the first is processed. The engine counts them,
/// and records the number for resumes.
public interface RowCountAware {

    /// Whether these settings need it.
    boolean needsRowCount();

    /// Called once, before the first row.
    void rowCount(long rows);
}
