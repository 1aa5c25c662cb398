package dev.rowan.landscape;

/// A run may not start, because its output belongs to another unfinished run.
public final class SinkHeldException extends RunRefusedException {
    private static final long serialVersionUID = 1L;

    private final transient SinkHold hold;

    public SinkHeldException(SinkHold hold) {
        super(hold::refusal);
        this.hold = hold;
    }

    public SinkHold hold() {
        return hold;
    }
}
