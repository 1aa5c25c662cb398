package dev.rowan.engine.plan;

import dev.rowan.engine.batch.auto.AutoPolicy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How `mode: auto` would go about its calls: `canaries` first in real time, then `batched` by the batch
/// service and `realTime` that could not wait for it. What the service has not done after `calledBack` is
/// called back and goes out in real time. `cost` is that of a service that is in time, and of one that does
/// nothing at all.
public record AutoForecast(
        long canaries, long batched, long realTime, Duration calledBack, BigDecimal cost, BigDecimal withoutBatch) {

    /// The plan for `calls` at a price of `each`, `share` of it in a batch, when real time does `pace` in a
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

    /// The price of one of `calls` that cost `all` together.
    static BigDecimal each(BigDecimal all, long calls) {
        return calls == 0 ? BigDecimal.ZERO : all.divide(BigDecimal.valueOf(calls), 12, RoundingMode.HALF_UP);
    }
}
