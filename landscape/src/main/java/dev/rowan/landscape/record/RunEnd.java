package dev.rowan.landscape.record;

import java.util.Locale;
import java.util.Optional;

/// How a run ended. `completed` means that every row read has its outcome and the source is exhausted.
public record RunEnd(Status status, long rowsRead, Optional<String> why) {

    public enum Status {
        COMPLETED,
        /// Stopped by a signal; what was in flight was finished or is named.
        INTERRUPTED,
        /// Left while a batch service still works; it is gone on with when that is done.
        WAITING,
        /// Stopped by a set limit: rows, time, cost.
        LIMITED,
        /// Stopped by a defect or by the world: a full disk, a lost database.
        FAILED,
        /// Given up unfinished, so that another run could have its output; it is not resumed any more.
        ABANDONED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
