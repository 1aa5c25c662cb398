package dev.rowan.simulator.batch;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;

/// The `batch` section: timing of jobs, quotas, results of rows, and how services report them.
public record BatchSimulationSettings(Timing timing, Quotas quotas, ResultSettings results, ServiceQuirks manners) {

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
            ServiceQuirks.LIST_LAG,
            ServiceQuirks.GET_LAG,
            ServiceQuirks.FILE_LAG,
            ServiceQuirks.KEPT,
            ServiceQuirks.AZURE,
            ServiceQuirks.JOB_STATE,
            ServiceQuirks.ABSENT_IDS);

    public static final BatchSimulationSettings DEFAULT =
            new BatchSimulationSettings(Timing.DEFAULT, Quotas.DEFAULT, ResultSettings.DEFAULT, ServiceQuirks.DEFAULT);

    public static BatchSimulationSettings read(Section section) {
        return new BatchSimulationSettings(
                Timing.read(section), Quotas.read(section), ResultSettings.read(section), ServiceQuirks.read(section));
    }
}
