-- What was deleted, when, and by whom. No event: it stands beside the runs' chains, which deleting values does not change.

CREATE TABLE purge (
    purge_no  INTEGER PRIMARY KEY,
    run_no    INTEGER NOT NULL,
    row_seq   INTEGER,
    time      INTEGER NOT NULL,
    operator  TEXT    NOT NULL,
    criterion TEXT    NOT NULL,
    payloads  INTEGER NOT NULL,
    bytes     INTEGER NOT NULL,
    simulated INTEGER NOT NULL
) STRICT;
CREATE INDEX purge_by_run ON purge (run_no, row_seq);
