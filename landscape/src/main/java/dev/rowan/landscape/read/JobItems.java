package dev.rowan.landscape.read;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.JobQueries.ItemCount;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.JobQueries.JobItem;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the items of jobs: counts per end, and pages of items.
final class JobItems {
    private static final String ITEMS = " FROM call_intent i LEFT JOIN call_end e" + CallRecords.ENDS_OF_INTENTS
            + " WHERE i.run_no = ? AND i.job = ?";

    private final Query query;

    JobItems(Query query) {
        this.query = query;
    }

    Map<Long, List<ItemCount>> counts(RunRow run, List<Long> jobs) throws SQLException {
        var counts = new LinkedHashMap<Long, List<ItemCount>>();
        for (long job : jobs) {
            counts.put(
                    job,
                    merged(query.list(
                            "SELECT e.state, e.standing, count(*) AS items,"
                                    + " sum(COALESCE(e.cost_pico_usd, 0)) AS cost, sum(i.worst_pico_usd) AS worst,"
                                    + " sum(CASE WHEN e.cost_known = 0 THEN e.cost_pico_usd ELSE 0 END) AS guessed,"
                                    + " sum(CASE WHEN e.cost_known = 0 THEN 1 ELSE 0 END) AS unknown,"
                                    + " sum(CASE WHEN e.cost_known = 0 AND e.cost_pico_usd = 0 THEN 1 ELSE 0 END)"
                                    + " AS unpriced"
                                    + ITEMS
                                    + " GROUP BY e.state, e.standing",
                            row -> new ItemCount(
                                    end(row),
                                    row.getLong("items"),
                                    new CallCost(
                                            new Usd(row.getLong("cost")),
                                            new Usd(row.getLong("guessed")),
                                            row.getLong("unknown") - row.getLong("unpriced"),
                                            row.getLong("unpriced")),
                                    new Usd(row.getLong("worst"))),
                            run.runNo(),
                            job)));
        }
        return counts;
    }

    private static List<ItemCount> merged(List<ItemCount> counts) {
        var byEnd = new LinkedHashMap<ItemEnd, ItemCount>();
        counts.forEach(count -> byEnd.merge(
                count.end(),
                count,
                (a, b) -> new ItemCount(
                        a.end(),
                        a.items() + b.items(),
                        a.cost().plus(b.cost()),
                        a.worst().plus(b.worst()))));
        return new ArrayList<>(byEnd.values());
    }

    List<JobItem> items(RunRow run, long job, Optional<ItemEnd> end, long from, int max) throws SQLException {
        return query.list(
                "SELECT i.item, i.row_seq, i.part, i.call_no, i.attempt, i.worst_pico_usd, e.state, e.standing,"
                        + " e.cost_pico_usd, e.cost_known, e.http_status" + ITEMS + " AND i.item >= ?"
                        + end.map(JobItems::condition).orElse("") + " ORDER BY i.item LIMIT ?",
                row -> new JobItem(
                        row.getLong("item"),
                        row.getLong("row_seq"),
                        row.getInt("part"),
                        row.getInt("call_no"),
                        row.getInt("attempt"),
                        end(row),
                        Query.text(row, "standing"),
                        new Usd(row.getLong("worst_pico_usd")),
                        Query.text(row, "state").isPresent() ? Optional.of(CallRecords.cost(row)) : Optional.empty(),
                        Query.number(row, "http_status").map(Math::toIntExact)),
                run.runNo(),
                job,
                from,
                max);
    }

    private static String condition(ItemEnd end) {
        return switch (end) {
            case OPEN -> " AND e.state IS NULL";
            case SUCCEEDED -> " AND e.state = 'answered'";
            case EXPIRED -> " AND e.state = 'rejected' AND e.standing = 'expired'";
            case CANCELLED -> " AND e.state = 'rejected' AND e.standing IN ('cancelled', 'withdrawn')";
            case MISSING -> " AND e.state = 'unknown'";
            case ERRORED ->
                " AND e.state IN ('rejected', 'not_sent') AND e.standing NOT IN ('expired', 'cancelled',"
                        + " 'withdrawn')";
        };
    }

    private static ItemEnd end(ResultSet row) throws SQLException {
        Optional<String> state = Query.text(row, "state");
        if (state.isEmpty()) {
            return ItemEnd.OPEN;
        }
        String standing = Query.text(row, "standing").orElse("");
        return switch (CallState.of(state.get())) {
            case ANSWERED -> ItemEnd.SUCCEEDED;
            case UNKNOWN -> ItemEnd.MISSING;
            case REJECTED, NOT_SENT ->
                switch (standing) {
                    case "expired" -> ItemEnd.EXPIRED;
                    case "cancelled", "withdrawn" -> ItemEnd.CANCELLED;
                    default -> ItemEnd.ERRORED;
                };
        };
    }
}
