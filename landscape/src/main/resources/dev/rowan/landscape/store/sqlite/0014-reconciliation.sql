-- Comparisons of a run's costs with a provider's bill. No event: they stand beside the run's chain, which may be sealed, and have hashes of their own.

CREATE TABLE reconciliation (
    run_no   INTEGER NOT NULL,
    entry_no INTEGER NOT NULL,
    entry    TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    PRIMARY KEY (run_no, entry_no)
) STRICT;
