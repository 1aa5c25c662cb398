package dev.rowan.engine.release;

/// Notified of each row as it is released, in order. Called by the release thread.
public interface ReleaseListener {

    /// A listener for a run in which no row is postponed.
    ReleaseListener NONE = new ReleaseListener() {
        @Override
        public void rowPostponed(long rowSeq) {
            throw new IllegalStateException("row " + rowSeq + " cannot be postponed here");
        }

        @Override
        public void rowWritten(long rowSeq) {}
    };

    /// The row is not released in this process.
    void rowPostponed(long rowSeq);

    /// All tokens of the row have been written to their sinks; they may not be durable yet.
    void rowWritten(long rowSeq);
}
