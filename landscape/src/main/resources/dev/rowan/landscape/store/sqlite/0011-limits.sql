-- Rate limits and money that processes share. None of these tables holds events: all are changed in place.

-- Used on PostgreSQL alone, where several processes share a landscape.
-- A limit: a service, an account by its fingerprint, and a tier. The leader's lease runs out two seconds after renewed;
-- estimate is the limit that it found.
CREATE TABLE limit_pool (
    pool_no  INTEGER PRIMARY KEY,
    service  TEXT    NOT NULL,
    account  TEXT    NOT NULL,
    tier     TEXT    NOT NULL,
    leader   TEXT,
    epoch    INTEGER NOT NULL DEFAULT 0,
    renewed  BIGINT  NOT NULL DEFAULT 0,
    estimate TEXT,
    UNIQUE (service, account, tier)
);

-- The processes that use a limit: what each last reported, and when, and what the leader last assigned to it.
CREATE TABLE limit_member (
    pool_no  INTEGER NOT NULL,
    member   TEXT    NOT NULL,
    report   TEXT    NOT NULL,
    reported BIGINT  NOT NULL,
    quota    TEXT,
    PRIMARY KEY (pool_no, member)
);

-- The budget of a run with several writers: granted is the sum of their allowances, draws counts its changes.
CREATE TABLE cost_pool (
    run_no  INTEGER NOT NULL PRIMARY KEY,
    cap     BIGINT  NOT NULL,
    granted BIGINT  NOT NULL,
    draws   BIGINT  NOT NULL
);

-- The allowance of a writer, what it had spent of it when it last changed, and the number of that change.
CREATE TABLE cost_allowance (
    run_no  INTEGER NOT NULL,
    writer  INTEGER NOT NULL,
    granted BIGINT  NOT NULL,
    spent   BIGINT  NOT NULL,
    draw    BIGINT  NOT NULL,
    PRIMARY KEY (run_no, writer)
);
