package dev.rowan.engine.plan;

import dev.rowan.engine.batch.auto.AutoPolicy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The plan of `mode: auto`: `canaries` first in realtime, then `batched` through the batch service and `realTime`
/// directly. Calls not done after `calledBack` are cancelled and sent in realtime. `cost` is the cost if the batches
/// finish in time, `withoutBatch` if none does.
public record AutoForecast(
        long canaries, long batched, long realTime, Duration calledBack, BigDecimal cost, BigDecimal withoutBatch) {

    /// The plan for `calls` at a price of `each`, times `share` in a batch, with a realtime throughput of `pace` per
    /// second.
    static AutoForecast of(long calls, BigDecimal each, BigDecimal share, double pace, Duration deadline) {
        AutoPolicy policy = AutoPolicy.USUAL;
        Instant start = Instant.EPOCH;
        Instant end = start.plus(deadline);
        long canaries = Math.min(AutoPolicy.CANARIES, calls);
        AutoPolicy.Decision decision =
                policy.decide(new AutoPolicy.Situation(start, end, pace, canaries, calls - canaries, List.of()));
        long batched = decision.submit();
        BigDecimal whole = each.multiply(BigDecimal.valueOf(calls));
        BigDecimal spared = each.multiply(BigDecimal.valueOf(batched)).multiply(BigDecimal.ONE.subtract(share));
        return new AutoForecast(
                canaries,
                batched,
                calls - canaries - batched,
                Duration.between(start, decision.lookAgain()),
                whole.subtract(spared),
                whole);
    }

    /// The average price of `calls` that cost `all`.
    static BigDecimal each(BigDecimal all, long calls) {
        return calls == 0 ? BigDecimal.ZERO : all.divide(BigDecimal.valueOf(calls), 12, RoundingMode.HALF_UP);
    }
}
