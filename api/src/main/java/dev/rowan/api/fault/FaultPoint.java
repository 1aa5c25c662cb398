package dev.rowan.api.fault;

/// A point between two steps of a run at which a crash must lose nothing.
public enum FaultPoint {
    /// The source is about to return a row; the row is recorded, not yet committed.
    BEFORE_ROW,
    AFTER_ROW,
    /// The landscape's writer has begun a transaction; has inserted its events; has committed.
    COMMIT_BEGUN,
    COMMIT_READY,
    COMMITTED,
    /// The landscape is about to checkpoint its write-ahead log; has done so.
    BEFORE_CHECKPOINT,
    AFTER_CHECKPOINT,
    /// A step of a migration is done and not yet committed.
    MIGRATION,
    /// An attempt is about to be claimed; its intent is durable; its reply is here; its end is durable.
    BEFORE_INTENT,
    AFTER_INTENT,
    AFTER_REPLY,
    AFTER_ANSWER,
    /// A sink is about to be opened; is open; has written a part of its lines; all of them; is durable.
    BEFORE_SINK_OPEN,
    AFTER_SINK_OPEN,
    SINK_HALF_WRITTEN,
    SINK_WRITTEN,
    SINK_SYNCED,
    /// The outcomes of a group are about to be recorded; are recorded.
    BEFORE_OUTCOMES,
    AFTER_OUTCOMES,
    /// A run was taken over and nothing recorded yet; its open attempts are ended; a sink was truncated to its
    /// mark.
    TAKEN_OVER,
    UNKNOWNS_ENDED,
    SINK_CUT,
    /// A job of a batch service is about to be planned, its request file written; is recorded; is about to be
    /// uploaded; its upload is recorded; is about to be created, the intent durable; the reply to the
    /// creation is here; is recorded; a poll is recorded; results are on disk, not yet recorded; are
    /// recorded; some of them are in the record; all are; the job is settled; a cancel is about to be sent.
    BATCH_BEFORE_PLAN,
    BATCH_PLANNED,
    BATCH_BEFORE_UPLOAD,
    BATCH_UPLOADED,
    BATCH_CREATE_INTENDED,
    BATCH_CREATE_REPLIED,
    BATCH_CREATED,
    BATCH_POLLED,
    BATCH_ON_DISK,
    BATCH_DOWNLOADED,
    BATCH_HALF_INGESTED,
    BATCH_INGESTED,
    BATCH_SETTLED,
    BATCH_BEFORE_CANCEL,
    /// The run's end is about to be recorded; its head is about to be written beside the sinks.
    BEFORE_END,
    BEFORE_HEAD_FILE
}
