package dev.rowan.web.compare;

import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.compare.RowChange.Kind;
import java.util.List;
import java.util.function.Function;

/// A comparison as JSON.
final class CompareJson {
    private CompareJson() {}

    static JsonObject of(
            Comparisons.ComparisonState state,
            List<ChangedRow> rows,
            boolean more,
            Function<RunSummary, RunReport> reports) {
        Comparison comparison = state.comparison();
        Comparison.Progress progress = comparison.progress();
        var json = JsonObject.object();
        json.put("state", state.state());
        json.put("why", state.why());
        json.put("a", run(comparison.a(), progress.timesA(), progress.rowsA(), reports));
        json.put("b", run(comparison.b(), progress.timesB(), progress.rowsB(), reports));
        json.put("matched_by", progress.byId() ? "source_id" : "row");
        json.put("matched", progress.matched());
        json.put("same", progress.same());
        json.put("values_deleted", progress.gone());
        var counts = JsonObject.object();
        for (Kind kind : Kind.values()) {
            counts.put(kind.word(), comparison.changes().count(kind));
        }
        json.put("changes", counts);
        json.put("rows", rows.stream().map(CompareJson::row).toList());
        json.put("next_from", more && !rows.isEmpty() ? rows.getLast().placed().index() + 1 : null);
        return json;
    }

    private static JsonObject run(
            RunSummary run, Comparison.Times times, long compared, Function<RunSummary, RunReport> reports) {
        return RunJson.of(reports.apply(run))
                .put("rows_compared", compared)
                .put("total_p50_seconds", times.half())
                .put("total_p95_seconds", times.most());
    }

    private static JsonObject row(ChangedRow row) {
        var json = JsonObject.object();
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
                            var one = JsonObject.object();
                            one.put("field", field.name());
                            one.put("part", field.part());
                            one.put("a", field.a());
                            one.put("b", field.b());
                            return one;
                        })
                        .toList());
        return json;
    }
}
