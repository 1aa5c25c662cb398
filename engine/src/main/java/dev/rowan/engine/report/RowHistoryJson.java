package dev.rowan.engine.report;

import dev.rowan.api.Row;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RowHistory.Visit;
import dev.rowan.landscape.history.TokenTree;
import dev.rowan.landscape.record.LogEntry.Waits;

/// The history of a row as JSON: its visits to nodes with their calls, and its outcomes.
public record RowHistoryJson(RowHistory row, JobNames jobs, RowDetails details) {

    public JsonObject json() {
        return JsonObject.object()
                .put("run", row.run().runId())
                .put("run_name", row.run().name())
                .put("run_status", row.run().status())
                .put("simulated", row.run().simulated())
                .put("row_seq", row.rowSeq())
                .put("source", row.run().source())
                .put("source_name", row.sourceName())
                .put("position", row.position())
                .put("source_id", row.sourceId())
                .put("writers", row.writers())
                .put("read_at", row.readAt())
                .put("row", row.row().map(Row::asMap))
                .put("unreadable", row.unreadable())
                .put("raw", row.raw())
                .put("values_deleted", row.deleted().isPresent())
                .put("values_deleted_at", row.deleted().flatMap(RowHistory.Deleted::at))
                .put("awaiting_results", row.awaitsResults())
                .put("visits", row.visits().stream().map(this::visit).toList())
                .put("ends", row.ends().stream().map(RowHistoryJson::end).toList())
                .put("tree", TokenTree.of(row).map(RowHistoryJson::token));
    }

    private static JsonObject token(TokenTree token) {
        return JsonObject.object()
                .put("part", token.part())
                .put("branch", token.label().isEmpty() ? null : token.label())
                .put("outcome", token.end().map(RowHistory.End::outcome))
                .put("calls", token.calls())
                .put("cost_usd", token.cost().amount())
                .put("cost_known", token.cost().isKnown())
                .put("steps", token.steps().stream().map(RowHistoryJson::step).toList());
    }

    private static JsonObject step(TokenTree.Step step) {
        Visit visit = step.visit();
        return JsonObject.object()
                .put("state_id", visit.stateId())
                .put("node", visit.nodeName())
                .put("status", visit.status())
                .put("route", visit.route())
                .put("used", visit.branching().used())
                .put("lost", visit.branching().lost())
                .put(
                        "branches",
                        step.branches().stream().map(RowHistoryJson::token).toList());
    }

    private JsonObject visit(Visit visit) {
        JsonObject json = JsonObject.object()
                .put("state_id", visit.stateId())
                .put("part", visit.part())
                .put("node_index", visit.node())
                .put("node", visit.nodeName())
                .put("plugin", visit.plugin())
                .put("attempt", visit.attempt())
                .put("status", visit.status())
                .put("opened", visit.opened())
                .put("closed", visit.closed())
                .put("waits", visit.waits().map(RowHistoryJson::waits))
                .put("input", visit.input().asMap())
                .put("outputs", visit.outputs().stream().map(Row::asMap).toList())
                .put("reason", visit.reason())
                .put("route", visit.route())
                .put(
                        "calls",
                        visit.calls().stream()
                                .map(call -> new CallJson(visit, call, jobs, details).json())
                                .toList());
        details.add(visit, json);
        return json;
    }

    private static JsonObject waits(Waits waits) {
        return JsonObject.object()
                .put("submit_index", waits.submitIndex())
                .put("complete_index", waits.completeIndex())
                .put("queue_seconds", waits.queueMicros() / 1e6)
                .put("pacer_seconds", waits.pacerMicros() / 1e6)
                .put("permit_seconds", waits.permitMicros() / 1e6)
                .put("wire_seconds", waits.wireMicros() / 1e6);
    }

    private static JsonObject end(RowHistory.End end) {
        return JsonObject.object()
                .put("part", end.part())
                .put("outcome", end.outcome())
                .put("node", end.nodeName())
                .put("reason", end.reason())
                .put("sink", end.sink())
                .put("ended_at", end.at())
                .put("reorder_seconds", end.reorderWait())
                .put("sink_seconds", end.sinkWait())
                .put("total_seconds", end.total());
    }
}
