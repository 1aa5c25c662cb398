-- Calls that took the recorded answer of a call of an earlier run and were not sent.
--
-- of_… is the call that was answered; account is the fingerprint of the credential under that run's id.
CREATE TABLE call_reused (
    event_id       INTEGER PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           INTEGER NOT NULL,
    row_seq        INTEGER NOT NULL,
    part           INTEGER NOT NULL,
    node           INTEGER NOT NULL,
    generation     INTEGER NOT NULL,
    call_no        INTEGER NOT NULL,
    request_sha256 TEXT    NOT NULL,
    of_run         TEXT    NOT NULL,
    of_row_seq     INTEGER NOT NULL,
    of_part        INTEGER NOT NULL,
    of_node        INTEGER NOT NULL,
    of_generation  INTEGER NOT NULL,
    of_call_no     INTEGER NOT NULL,
    account        TEXT,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length INTEGER,
    payload_sha256 BLOB,
    salt           BLOB,
    leaf           BLOB    NOT NULL,
    payload        BLOB
) STRICT;
CREATE UNIQUE INDEX call_reused_once ON call_reused (run_no, row_seq, part, node, generation, call_no);
