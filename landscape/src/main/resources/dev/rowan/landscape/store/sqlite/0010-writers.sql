-- Runs with several writers, each with its own chain. Neither table holds events: both are changed in place, and what
-- they say is also in the chains.

-- Who may write chain 1, 2, … of a run; chain 0 is written under run_lease.
CREATE TABLE run_writer (
    run_no   INTEGER NOT NULL,
    writer   INTEGER NOT NULL,
    epoch    INTEGER NOT NULL,
    owner    TEXT    NOT NULL,
    renewed  INTEGER NOT NULL,
    released INTEGER,
    PRIMARY KEY (run_no, writer)
) STRICT, WITHOUT ROWID;

-- Which writer, in which of its epochs, works on a range of rows; openings is how often it was opened, done is 1 when
-- its rows have their outcomes.
CREATE TABLE run_split (
    run_no    INTEGER NOT NULL,
    split     INTEGER NOT NULL,
    first_row INTEGER NOT NULL,
    rows      INTEGER NOT NULL,
    writer    INTEGER NOT NULL,
    epoch     INTEGER NOT NULL,
    openings  INTEGER NOT NULL DEFAULT 1,
    done      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_no, split)
) STRICT, WITHOUT ROWID;
