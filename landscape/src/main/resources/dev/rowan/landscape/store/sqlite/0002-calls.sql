-- The calls to services, attempt by attempt, and who may write a run.
--
-- Both tables of calls are unique by what an attempt is in its run. The key of a call, a hash, is in no index: its random
-- order would dirty a page for every call.

-- An attempt that is about to be sent; the payload is the request, with the first attempt.
CREATE TABLE call_intent (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    row_seq        INTEGER NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    generation     INTEGER NOT NULL,
    call_no        INTEGER NOT NULL,
    attempt        INTEGER NOT NULL,
    request_sha256 TEXT    NOT NULL,
    worst_pico_usd INTEGER NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
CREATE UNIQUE INDEX call_intent_once ON call_intent (run_no, row_seq, part, node, generation, call_no, attempt);

-- What became of an attempt; the payload is the reply.
CREATE TABLE call_end (
    event_id           INTEGER PRIMARY KEY,
    run_no             INTEGER NOT NULL,
    epoch              INTEGER NOT NULL,
    time               INTEGER NOT NULL,
    row_seq            INTEGER NOT NULL,
    part               INTEGER NOT NULL,
    node               INTEGER NOT NULL,
    generation         INTEGER NOT NULL,
    call_no            INTEGER NOT NULL,
    attempt            INTEGER NOT NULL,
    state              TEXT    NOT NULL,
    standing           TEXT    NOT NULL,
    http_status        INTEGER,
    input_tokens       INTEGER,
    cached_tokens      INTEGER,
    cache_write_tokens INTEGER,
    output_tokens      INTEGER,
    reasoning_tokens   INTEGER,
    cost_pico_usd      INTEGER NOT NULL,
    cost_known         INTEGER NOT NULL,
    pacer_us           INTEGER NOT NULL,
    permit_us          INTEGER NOT NULL,
    wire_us            INTEGER NOT NULL,
    first_byte_us      INTEGER NOT NULL,
    request_id         TEXT,
    codec              INTEGER NOT NULL DEFAULT 0,
    payload_length     INTEGER,
    payload_sha256     BLOB,
    salt               BLOB,
    leaf               BLOB    NOT NULL,
    payload            BLOB
) STRICT;
CREATE UNIQUE INDEX call_end_once ON call_end (run_no, row_seq, part, node, generation, call_no, attempt);

-- One answer for each call: the database sees to it.
CREATE UNIQUE INDEX call_end_answered ON call_end (run_no, row_seq, part, node, generation, call_no)
    WHERE state = 'answered';

-- Who may write a run: whoever has raised the epoch last. No event: it is changed in place.
CREATE TABLE run_lease (
    run_no   INTEGER PRIMARY KEY,
    epoch    INTEGER NOT NULL,
    owner    TEXT    NOT NULL,
    renewed  INTEGER NOT NULL,
    released INTEGER
) STRICT;
INSERT INTO run_lease (run_no, epoch, owner, renewed, released)
    SELECT run_no, 1, 'an older Rowan', started, started FROM run;
