-- The calls to services, attempt by attempt, and who may write a run.
--
-- Both tables of calls are unique by what an attempt is in its run. The key of a call, a hash, is in no index: its random
-- order would dirty a page for every call.

-- An attempt that is about to be sent; the payload is the request, with the first attempt.
CREATE TABLE call_intent (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    row_seq        BIGINT  NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    generation     INTEGER NOT NULL,
    call_no        INTEGER NOT NULL,
    attempt        INTEGER NOT NULL,
    request_sha256 TEXT    NOT NULL,
    worst_pico_usd BIGINT  NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA   NOT NULL,
    payload        BYTEA
);
CREATE UNIQUE INDEX call_intent_once ON call_intent (run_no, row_seq, part, node, generation, call_no, attempt);

-- What became of an attempt; the payload is the reply.
CREATE TABLE call_end (
    event_id           BIGINT  PRIMARY KEY,
    run_no             INTEGER NOT NULL,
    epoch              INTEGER NOT NULL,
    time               BIGINT  NOT NULL,
    row_seq            BIGINT  NOT NULL,
    part               INTEGER NOT NULL,
    node               INTEGER NOT NULL,
    generation         INTEGER NOT NULL,
    call_no            INTEGER NOT NULL,
    attempt            INTEGER NOT NULL,
    state              TEXT    NOT NULL,
    standing           TEXT    NOT NULL,
    http_status        INTEGER,
    input_tokens       BIGINT,
    cached_tokens      BIGINT,
    cache_write_tokens BIGINT,
    output_tokens      BIGINT,
    reasoning_tokens   BIGINT,
    cost_pico_usd      BIGINT  NOT NULL,
    cost_known         INTEGER NOT NULL,
    pacer_us           BIGINT  NOT NULL,
    permit_us          BIGINT  NOT NULL,
    wire_us            BIGINT  NOT NULL,
    first_byte_us      BIGINT  NOT NULL,
    request_id         TEXT,
    codec              INTEGER NOT NULL DEFAULT 0,
    payload_length     BIGINT,
    payload_sha256     BYTEA,
    salt               BYTEA,
    leaf               BYTEA   NOT NULL,
    payload            BYTEA
);
CREATE UNIQUE INDEX call_end_once ON call_end (run_no, row_seq, part, node, generation, call_no, attempt);

-- One answer for each call: the database sees to it.
CREATE UNIQUE INDEX call_end_answered ON call_end (run_no, row_seq, part, node, generation, call_no)
    WHERE state = 'answered';

-- Who may write a run: whoever has raised the epoch last. No event: it is changed in place.
CREATE TABLE run_lease (
    run_no   INTEGER PRIMARY KEY,
    epoch    INTEGER NOT NULL,
    owner    TEXT    NOT NULL,
    renewed  BIGINT  NOT NULL,
    released BIGINT
);
INSERT INTO run_lease (run_no, epoch, owner, renewed, released)
    SELECT run_no, 1, 'an older Rowan', started, started FROM run;
