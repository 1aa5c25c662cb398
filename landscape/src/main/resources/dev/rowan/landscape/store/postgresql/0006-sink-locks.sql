-- The outputs of runs that are not finished: no other run may begin to write there. No events: what a run's sinks are
-- is in its own record.

CREATE TABLE sink_lock (
    run_no      INTEGER NOT NULL,
    output      TEXT    NOT NULL,
    PRIMARY KEY (run_no, output)
);
