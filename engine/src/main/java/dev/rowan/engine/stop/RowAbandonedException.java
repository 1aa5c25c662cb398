package dev.rowan.engine.stop;

/// The run is stopping, and this row goes no further; it has no outcome, and a resumed run takes it up again.
public final class RowAbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowAbandonedException() {
        super("the run is stopping", null, false, false);
    }
}
