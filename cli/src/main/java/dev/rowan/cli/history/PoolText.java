package dev.rowan.cli.history;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.report.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The pool statistics of a run as a table: one line per node and service.
public final class PoolText {
    /// The type of these notes.
    public static final String NOTE = "pool_statistics";

    private static final String INDENT = "  ";

    private PoolText() {}

    /// The table; empty if no pool was recorded.
    public static List<String> lines(List<Map<String, @Nullable Object>> pools, Terminal screen) {
        if (pools.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(
                Column.left("pool"),
                Column.right("size"),
                Column.right("peak"),
                Column.right("answers"),
                Column.right("rate-limited"),
                Column.right("throttled"),
                Column.right("max delay"));
        pools.forEach(pool -> table.row(
                SafeText.line(String.valueOf(pool.get("node"))),
                Figures.count(number(pool, "pool_size")),
                Figures.count(number(pool, "peak_in_flight")),
                Figures.count(number(pool, "successes")),
                Figures.count(number(pool, "capacity_retries")),
                Figures.duration(Duration.ofMillis(number(pool, "throttle_ms"))),
                Figures.duration(Duration.ofMillis(number(pool, "peak_delay_ms")))));
        return table.lines(INDENT, screen);
    }

    private static long number(Map<String, @Nullable Object> pool, String key) {
        return pool.get(key) instanceof Number value ? value.longValue() : 0;
    }
}
