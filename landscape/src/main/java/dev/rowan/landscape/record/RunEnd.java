package dev.rowan.landscape.record;

import java.util.Locale;
import java.util.Optional;

/// The end of a run. `completed` means that every row read has its outcome and the source is exhausted.
public record RunEnd(Status status, long rowsRead, Optional<String> why) {

    public enum Status {
        COMPLETED,
        /// Stopped by a signal; rows in flight were finished or are named.
        INTERRUPTED,
        /// Left while a batch service still works; resumed when that is done.
        WAITING,
        /// Stopped by a configured limit: rows, time, cost.
        LIMITED,
        /// Stopped by a defect or the environment: a full disk, a lost database.
        FAILED,
        /// Abandoned unfinished, so that another run could take its output; not resumable.
        ABANDONED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
