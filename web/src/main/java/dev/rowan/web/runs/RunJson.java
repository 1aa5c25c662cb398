package dev.rowan.web.runs;

import dev.rowan.landscape.story.RunSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run for machines.
public final class RunJson {
    private RunJson() {}

    static Map<String, @Nullable Object> list(List<RunSummary> runs) {
        var list = new LinkedHashMap<String, @Nullable Object>();
        list.put("runs", runs.stream().map(RunJson::of).toList());
        return list;
    }

    public static Map<String, @Nullable Object> of(RunSummary run) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", run.runId());
        json.put("name", run.name());
        json.put("status", run.status());
        json.put("why", run.why());
        json.put("started", run.started());
        json.put("ended", run.ended());
        json.put("last_event", run.lastEvent());
        json.put("rows_read", run.rowsRead());
        json.put("rows_ended", run.rowsEnded());
        json.put("outcomes", run.outcomes());
        json.put("sinks", run.sinkRows());
        json.put("reasons", run.reasons());
        json.put("spent_usd", run.calls().spent());
        json.put("cost_usd", run.calls().cost());
        json.put("simulated", run.simulated());
        json.put("resumed", run.resumed());
        json.put("awaiting", run.awaiting());
        json.put("root", run.root());
        return json;
    }
}
