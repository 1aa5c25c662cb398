package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.engine.pool.PoolStatistics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The statistics of a pool as recorded values.
final class PoolSummary {
    private PoolSummary() {}

    static Map<String, @Nullable Object> of(String node, String service, PoolStatistics statistics) {
        return Row.of("node", node)
                .with("service", service)
                .with("pool_size", statistics.size())
                .with("capacity_retries", statistics.capacityRetries())
                .with("successes", statistics.successes())
                .with("peak_delay_ms", statistics.peakDelay().toNanos() / 1e6)
                .with("current_delay_ms", statistics.currentDelay().toNanos() / 1e6)
                .with("throttle_ms", statistics.throttleTime().toMillis())
                .with("peak_in_flight", statistics.peakInFlight())
                .asMap();
    }
}
