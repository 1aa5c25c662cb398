package dev.rowan.simulator.batch;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.util.Optional;

/// The `batch` section: timing of jobs, quotas, results of rows, and how services report them.
public record BatchSimulationSettings(
        Timing timing,
        Quotas quotas,
        ResultSettings results,
        ServiceQuirks manners,
        double cacheHitRate,
        boolean acceptsKeys) {
    private static final Option<BigDecimal> CACHE_HIT_RATE = Option.decimal(
                    "cache_hit_rate", Optional.empty(), Optional.of(BigDecimal.ONE))
            .orElse(new BigDecimal("0.5"))
            .describedAs("the share of rows that find their marked prefix in the prompt cache");
    private static final Option<Boolean> ACCEPTS_KEYS = Option.bool("accepts_keys")
            .orElse(true)
            .describedAs("whether rows may carry OpenAI's parameters for explicit caching");

    public BatchSimulationSettings(Timing timing, Quotas quotas, ResultSettings results, ServiceQuirks manners) {
        this(timing, quotas, results, manners, 0.5, true);
    }

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
            Quotas.MIN_REQUESTS,
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
            ServiceQuirks.ABSENT_IDS,
            CACHE_HIT_RATE,
            ACCEPTS_KEYS);

    public static final BatchSimulationSettings DEFAULT =
            new BatchSimulationSettings(Timing.DEFAULT, Quotas.DEFAULT, ResultSettings.DEFAULT, ServiceQuirks.DEFAULT);

    public static BatchSimulationSettings read(Section section) {
        return new BatchSimulationSettings(
                Timing.read(section),
                Quotas.read(section),
                ResultSettings.read(section),
                ServiceQuirks.read(section),
                section.get(CACHE_HIT_RATE).doubleValue(),
                section.get(ACCEPTS_KEYS));
    }
}
