package dev.rowan.web.compare;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.compare.RowChange.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A comparison for machines.
final class CompareJson {
    private CompareJson() {}

    static Map<String, @Nullable Object> of(Comparisons.ComparisonState standing, List<ChangedRow> rows, boolean more) {
        Comparison comparison = standing.comparison();
        Comparison.Progress progress = comparison.progress();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("state", standing.state());
        json.put("why", standing.why());
        json.put("a", run(comparison.a(), progress.timesA(), progress.rowsA()));
        json.put("b", run(comparison.b(), progress.timesB(), progress.rowsB()));
        json.put("matched_by", progress.byId() ? "source_id" : "row");
        json.put("matched", progress.matched());
        json.put("same", progress.same());
        json.put("values_deleted", progress.gone());
        var counts = new LinkedHashMap<String, @Nullable Object>();
        for (Kind kind : Kind.values()) {
            counts.put(kind.word(), comparison.changes().count(kind));
        }
        json.put("changes", counts);
        json.put("rows", rows.stream().map(CompareJson::row).toList());
        json.put("next_from", more && !rows.isEmpty() ? rows.getLast().placed().place() + 1 : null);
        return json;
    }

    private static Map<String, @Nullable Object> run(RunSummary run, Comparison.Times times, long compared) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", run.runId());
        json.put("name", run.name());
        json.put("status", run.status());
        json.put("root", run.root());
        json.put("rows_read", run.rowsRead());
        json.put("rows_compared", compared);
        json.put("outcomes", run.outcomes());
        json.put("spent_usd", run.calls().costs().amount());
        json.put("cost_known", run.calls().costKnown());
        json.put("reserved_usd", run.calls().reserved());
        json.put("input_tokens", run.calls().inputTokens());
        json.put("output_tokens", run.calls().outputTokens());
        json.put("latency_p50", times.half());
        json.put("latency_p95", times.most());
        json.put("duration", TotalsView.took(run));
        json.put("rows_per_second", TotalsView.rate(run));
        json.put("simulated", run.simulated());
        return json;
    }

    private static Map<String, @Nullable Object> row(ChangedRow row) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        RowChange change = row.placed().change();
        json.put("kind", change.kind());
        json.put("row_a", change.rowA() == 0 ? null : change.rowA());
        json.put("row_b", change.rowB() == 0 ? null : change.rowB());
        json.put("source_id", row.sourceId());
        json.put("ended_a", ChangedRow.ended(row.a()));
        json.put("ended_b", ChangedRow.ended(row.b()));
        json.put(
                "fields",
                row.fields().stream()
                        .map(field -> {
                            var one = new LinkedHashMap<String, @Nullable Object>();
                            one.put("field", field.name());
                            one.put("part", field.part());
                            one.put("a", field.a());
                            one.put("b", field.b());
                            return (Map<String, @Nullable Object>) one;
                        })
                        .toList());
        return json;
    }
}
