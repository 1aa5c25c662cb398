package dev.rowan.engine.startup;

import dev.rowan.landscape.record.RunStart;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run was expected to take before it started, recorded with it to compare with what it took. `usd` is empty if
/// a price is unknown.
public record RunForecast(long rows, long calls, long inputTokens, long outputTokens, Optional<BigDecimal> usd) {
    static final String SETTING = "forecast";

    RunStart recordedIn(RunStart start) {
        return start.with(SETTING, values());
    }

    /// By name, as recorded.
    public Map<String, @Nullable Object> values() {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("rows", rows);
        values.put("calls", calls);
        values.put("input_tokens", inputTokens);
        values.put("output_tokens", outputTokens);
        values.put("usd", usd.map(BigDecimal::toPlainString).orElse(null));
        return values;
    }

    /// The one that a run was started with.
    public static Optional<RunForecast> of(RunStart start) {
        return start.settings().get(SETTING) instanceof Map<?, ?> values
                ? Optional.of(new RunForecast(
                        number(values, "rows"),
                        number(values, "calls"),
                        number(values, "input_tokens"),
                        number(values, "output_tokens"),
                        values.get("usd") instanceof String usd ? Optional.of(new BigDecimal(usd)) : Optional.empty()))
                : Optional.empty();
    }

    private static long number(Map<?, ?> values, String name) {
        return values.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
