package dev.rowan.engine.pool;

import dev.rowan.engine.pool.Outage.Failure;
import dev.rowan.engine.pool.Outage.Stage;

/// Requests that did not reach a service, one after the other, without a reply to any other between. Guarded by the
/// pacer's lock.
///
/// One row alone does not tell an outage by connections that break: the service may break on that row. A request that
/// got no connection tells it whatever its row, of which nothing was sent.
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

    /// Whether the request that was let in last failed at this stage.
    boolean endsAt(Stage stage) {
        return last.stage() == stage;
    }

    String reason() {
        return last.reason();
    }
}
