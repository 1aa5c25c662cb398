package dev.rowan.engine.stop;

/// Unwinds a transform whose calls wait for a batch service. It carries no stack trace: it is no failure.
public final class RowParkedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long recorded;

    /// `recorded` is the number of the last record of the row's calls, 0 if there is none.
    public RowParkedException(long recorded) {
        super("the row waits for a batch service", null, false, false);
        this.recorded = recorded;
    }

    public long recorded() {
        return recorded;
    }
}
