-- What people ask of runs while they work. No events: that a run has followed an order is in its own record.

CREATE TABLE run_order (
    order_no    INTEGER PRIMARY KEY,
    run_no      INTEGER NOT NULL,
    time        INTEGER NOT NULL,
    operator    TEXT    NOT NULL,
    asked       TEXT    NOT NULL,
    answered    INTEGER,
    followed    INTEGER,
    words       TEXT
) STRICT;
CREATE INDEX run_order_waiting ON run_order (run_no, order_no) WHERE answered IS NULL;
