package dev.rowan.engine.stop;

/// Ends the thread of a row whose calls wait for a batch service. It carries no stack: it is no failure.
public final class RowParkedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long recorded;

    /// `recorded` is the number of the last record that the row's calls left; 0 when they left none.
    public RowParkedException(long recorded) {
        super("the row waits for a batch service", null, false, false);
        this.recorded = recorded;
    }

    public long recorded() {
        return recorded;
    }
}
