-- Pipelines as graphs.
--
-- source is the name of the row's source if the run has several; route the label by which a token left a gate; grp the
-- group of an aggregate that a merged token entered. group_end closes a group; its values are the group's key.
ALTER TABLE row_read ADD COLUMN source TEXT;
ALTER TABLE node_state ADD COLUMN route TEXT;
ALTER TABLE outcome ADD COLUMN grp BIGINT;
CREATE INDEX outcome_by_group ON outcome (run_no, grp) WHERE grp IS NOT NULL;
CREATE TABLE group_end (
    event_id       BIGINT  PRIMARY KEY,
    run_no         INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,
    time           BIGINT  NOT NULL,
    node           INTEGER NOT NULL,
    grp            BIGINT  NOT NULL,
    trigger        TEXT    NOT NULL,
    members        BIGINT  NOT NULL,
    rows           BIGINT  NOT NULL,
    codec          INTEGER NOT NULL DEFAULT 0,
    payload_length BIGINT,
    payload_sha256 BYTEA,
    salt           BYTEA,
    leaf           BYTEA    NOT NULL,
    payload        BYTEA
);
CREATE UNIQUE INDEX group_end_once ON group_end (run_no, node, grp);
