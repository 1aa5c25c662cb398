package dev.rowan.landscape;

/// A run may not begin, since another one that is not finished has its output.
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
