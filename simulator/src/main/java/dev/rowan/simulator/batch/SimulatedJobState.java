package dev.rowan.simulator.batch;

/// The state of a job. Each provider has its own names for these.
public enum SimulatedJobState {
    VALIDATING,
    FAILED,
    RUNNING,
    FINALIZING,
    COMPLETED,
    EXPIRED,
    CANCELLING,
    CANCELLED;

    public boolean isTerminal() {
        return switch (this) {
            case VALIDATING, RUNNING, FINALIZING, CANCELLING -> false;
            case FAILED, COMPLETED, EXPIRED, CANCELLED -> true;
        };
    }
}
