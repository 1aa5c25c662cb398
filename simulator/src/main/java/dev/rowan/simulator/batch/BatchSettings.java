package dev.rowan.simulator.batch;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;

/// The `batch` section: how jobs go, what may wait, what comes of rows, and how all of it is told.
public record BatchSettings(Timing timing, Quotas quotas, ResultSettings results, Manners manners) {

    public static final Options OPTIONS = Options.of(
            Timing.VALIDATING,
            Timing.RUNNING,
            Timing.FINALIZING,
            Timing.CANCELLING,
            Timing.WINDOW,
            Timing.SLOW,
            Quotas.ENQUEUED_TOKENS,
            Quotas.FAIL_FAST,
            Quotas.CREATES_PER_HOUR,
            Quotas.MAX_JOBS,
            Quotas.QUEUED_REQUESTS,
            Quotas.MAX_REQUESTS,
            Quotas.MAX_BYTES,
            Quotas.HELD,
            ResultSettings.ORDER,
            ResultSettings.ROW_FAULTS,
            ResultSettings.LINES,
            ResultSettings.LOW_CREDIT,
            Manners.LIST_LAG,
            Manners.GET_LAG,
            Manners.FILE_LAG,
            Manners.KEPT,
            Manners.AZURE,
            Manners.JOB_STATE,
            Manners.ABSENT_IDS);

    public static final BatchSettings DEFAULT =
            new BatchSettings(Timing.DEFAULT, Quotas.DEFAULT, ResultSettings.DEFAULT, Manners.DEFAULT);

    public static BatchSettings read(Section section) {
        return new BatchSettings(
                Timing.read(section), Quotas.read(section), ResultSettings.read(section), Manners.read(section));
    }
}
