-- What was deleted, when, and by whom. No event: it stands beside the runs' chains, which deleting values does not change.

CREATE TABLE purge (
    purge_no  BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_no    INTEGER NOT NULL,
    row_seq   BIGINT,
    time      BIGINT  NOT NULL,
    operator  TEXT    NOT NULL,
    criterion TEXT    NOT NULL,
    payloads  BIGINT  NOT NULL,
    bytes     BIGINT  NOT NULL,
    simulated INTEGER NOT NULL
);
CREATE INDEX purge_by_run ON purge (run_no, row_seq);
