package dev.rowan.engine.stop;

/// Ends the thread of a row whose calls wait for a batch service. It carries no stack: it is no failure.
public final class RowParked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowParked() {
        super("the row waits for a batch service", null, false, false);
    }
}
