-- Every row of row_read, node_state, outcome and run_event is one event of a run's log. event_id is composed of
-- run_no, writer and the event's number (see docs/landscape.md), so each table is clustered in the order of writing.

CREATE TABLE schema_version (
    version    INTEGER PRIMARY KEY,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- A look-up; all of it also stands in the run's first event.
CREATE TABLE run (
    run_no  INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id  TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    started BIGINT  NOT NULL
);

CREATE TABLE row_read (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    row_seq        BIGINT  NOT NULL,
    status         TEXT    NOT NULL,
    position       TEXT    NOT NULL,
    source_id      TEXT,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE UNIQUE INDEX row_read_by_row ON row_read (run_no, row_seq);

CREATE TABLE node_state (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    row_seq        BIGINT  NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    attempt        INTEGER NOT NULL,
    status         TEXT    NOT NULL,
    opened         BIGINT  NOT NULL,
    outputs        INTEGER,
    submit_index   BIGINT,
    complete_index BIGINT,
    queue_us       BIGINT,
    pacer_us       BIGINT,
    permit_us      BIGINT,
    wire_us        BIGINT,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE INDEX node_state_by_row ON node_state (run_no, row_seq, part);

-- One terminal outcome for each token: the database sees to it.
CREATE TABLE outcome (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    row_seq        BIGINT  NOT NULL,
    part           INTEGER NOT NULL,
    outcome        TEXT    NOT NULL,
    node           INTEGER,
    reason         TEXT,
    sink           TEXT,
    reorder_us     BIGINT  NOT NULL,
    sink_us        BIGINT  NOT NULL,
    total_us       BIGINT  NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE UNIQUE INDEX outcome_by_token ON outcome (run_no, row_seq, part);

CREATE TABLE run_event (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    type           TEXT    NOT NULL,
    facts          TEXT    NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
