package dev.rowan.engine.pool;

import dev.rowan.engine.pool.Outage.Failure;
import dev.rowan.engine.pool.Outage.Stage;

/// Consecutive requests that did not reach a service, without a reply to any other between. Guarded by the pacer's
/// lock.
///
/// Broken connections of a single row are no outage: the service may fail on that row. A request without a
/// connection counts whatever its row, since nothing of it was sent.
final class FailureSeries {
    private int failures;
    private boolean independentOfRow;
    private long row;
    private long latest;
    private Failure last = new Failure(Stage.CONNECT, "");

    void add(long dispatch, long ofRow, Failure failure) {
        boolean another = failures > 0 && ofRow != row;
        independentOfRow |= another || failure.stage() == Stage.CONNECT;
        row = ofRow;
        failures++;
        if (dispatch >= latest) { // what was let in before may end after it
            latest = dispatch;
            last = failure;
        }
    }

    void clear() {
        failures = 0;
        independentOfRow = false;
    }

    boolean isOutage() {
        return failures >= Outage.FAILURES && independentOfRow;
    }

    /// Whether the request admitted last failed at this stage.
    boolean endsAt(Stage stage) {
        return last.stage() == stage;
    }

    String reason() {
        return last.reason();
    }
}
