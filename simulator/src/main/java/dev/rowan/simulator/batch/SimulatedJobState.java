package dev.rowan.simulator.batch;

/// Where a job is. Each provider has its own words for these.
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
