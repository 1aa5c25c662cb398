package dev.rowan.engine.stop;

/// The run is stopping, and this row is not processed further: it has no outcome, and a resumed run continues it.
public class RowAbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowAbandonedException() {
        this("the run is stopping");
    }

    RowAbandonedException(String message) {
        super(message, null, false, false);
    }
}
