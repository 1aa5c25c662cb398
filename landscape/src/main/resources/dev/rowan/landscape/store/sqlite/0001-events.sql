-- Every row of row_read, node_state, outcome and run_event is one event of a run's log. event_id is composed of
-- run_no, writer and the event's number (see docs/landscape.md), so each table is clustered in the order of writing.

CREATE TABLE schema_version (
    version    INTEGER PRIMARY KEY,
    applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- A look-up; all of it also stands in the run's first event.
CREATE TABLE run (
    run_no  INTEGER PRIMARY KEY,
    run_id  TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    started INTEGER NOT NULL
) STRICT;

CREATE TABLE row_read (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    row_seq        INTEGER NOT NULL,
    status         TEXT    NOT NULL,
    position       TEXT    NOT NULL,
    source_id      TEXT,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
CREATE UNIQUE INDEX row_read_by_row ON row_read (run_no, row_seq);

CREATE TABLE node_state (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    row_seq        INTEGER NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    attempt        INTEGER NOT NULL,
    status         TEXT    NOT NULL,
    opened         INTEGER NOT NULL,
    outputs        INTEGER,
    submit_index   INTEGER,
    complete_index INTEGER,
    queue_us       INTEGER,
    pacer_us       INTEGER,
    permit_us      INTEGER,
    wire_us        INTEGER,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
CREATE INDEX node_state_by_row ON node_state (run_no, row_seq, part);

-- One terminal outcome for each token: the database sees to it.
CREATE TABLE outcome (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    row_seq        INTEGER NOT NULL,
    part           INTEGER NOT NULL,
    outcome        TEXT    NOT NULL,
    node           INTEGER,
    reason         TEXT,
    sink           TEXT,
    reorder_us     INTEGER NOT NULL,
    sink_us        INTEGER NOT NULL,
    total_us       INTEGER NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
CREATE UNIQUE INDEX outcome_by_token ON outcome (run_no, row_seq, part);

CREATE TABLE run_event (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    type           TEXT    NOT NULL,
    facts          TEXT    NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
