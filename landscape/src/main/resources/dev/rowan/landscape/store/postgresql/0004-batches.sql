-- Calls through the batch services of providers.
--
-- Null facts are no part of an envelope, so what was recorded before keeps its hash.

-- A call that waits to be sent by a batch service; the payload is the request.
CREATE TABLE call_parked (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    row_seq        BIGINT  NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    generation     INTEGER NOT NULL,
    call_no        INTEGER NOT NULL,
    request_sha256 TEXT    NOT NULL,
    worst_pico_usd BIGINT  NOT NULL,
    tokens         BIGINT  NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE UNIQUE INDEX call_parked_once ON call_parked (run_no, row_seq, part, node, generation, call_no);

-- A step of a job; the facts are JSON text, hashed as the text it is.
CREATE TABLE batch_job (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    job            BIGINT  NOT NULL,
    step           TEXT    NOT NULL,
    facts          TEXT    NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE INDEX batch_job_by_job ON batch_job (run_no, job, event_id);

-- An attempt's place in a job, where it is sent by one, and the job that an end came by.
ALTER TABLE call_intent ADD COLUMN job BIGINT;
ALTER TABLE call_intent ADD COLUMN item INTEGER;
ALTER TABLE call_end ADD COLUMN job BIGINT;

-- The manifest of a job in order; no place in it is given twice.
CREATE UNIQUE INDEX call_intent_by_job ON call_intent (run_no, job, item) WHERE job IS NOT NULL;
