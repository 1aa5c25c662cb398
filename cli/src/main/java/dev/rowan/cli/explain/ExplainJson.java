package dev.rowan.cli.explain;

import dev.rowan.api.Row;
import dev.rowan.cli.jobs.JobNames;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.Waits;

/// The life of a row for machines; times in seconds, the bytes of its calls when they are asked for.
final class ExplainJson {
    private static final double MICROS = 1e6;

    private ExplainJson() {}

    static CliJson of(RowHistory story, JobNames jobs, boolean requests) {
        return CliJson.object()
                .put("run", story.run().runId())
                .put("run_name", story.run().name())
                .put("run_status", story.run().status())
                .put("simulated", story.run().simulated())
                .put("row_seq", story.rowSeq())
                .put("source", story.run().source())
                .put("position", story.position())
                .put("source_id", story.sourceId())
                .put("read_at", story.readAt())
                .put("row", story.row().map(Row::asMap))
                .put("unreadable", story.unreadable())
                .put("raw", story.raw())
                .put("values_deleted", story.deleted().isPresent())
                .put("values_deleted_at", story.deleted().flatMap(RowHistory.Deleted::at))
                .put("awaiting_results", story.awaitsResults())
                .put(
                        "visits",
                        story.visits().stream()
                                .map(visit -> visit(visit, jobs, requests))
                                .toList())
                .put("ends", story.ends().stream().map(ExplainJson::end).toList());
    }

    private static CliJson visit(RowHistory.Visit visit, JobNames jobs, boolean requests) {
        return CliJson.object()
                .put("state_id", visit.stateId())
                .put("part", visit.part())
                .put("node", visit.node())
                .put("node_name", visit.nodeName())
                .put("plugin", visit.plugin())
                .put("attempt", visit.attempt())
                .put("status", visit.status())
                .put("opened", visit.opened())
                .put("closed", visit.closed())
                .put("waits", visit.waits().map(ExplainJson::waits))
                .put("input", visit.input().asMap())
                .put("outputs", visit.outputs().stream().map(Row::asMap).toList())
                .put("reason", visit.reason())
                .put(
                        "calls",
                        visit.calls().stream()
                                .map(call -> CallJson.of(call, jobs, requests))
                                .toList());
    }

    private static CliJson waits(Waits waits) {
        return CliJson.object()
                .put("submit_index", waits.submitIndex())
                .put("complete_index", waits.completeIndex())
                .put("queue_wait", waits.queueMicros() / MICROS)
                .put("pacer_wait", waits.pacerMicros() / MICROS)
                .put("permit_wait", waits.permitMicros() / MICROS)
                .put("wire_time", waits.wireMicros() / MICROS);
    }

    private static CliJson end(RowHistory.End end) {
        return CliJson.object()
                .put("part", end.part())
                .put("outcome", end.outcome().word())
                .put("node_name", end.nodeName())
                .put("reason", end.reason())
                .put("sink", end.sink())
                .put("at", end.at())
                .put("reorder_wait", end.reorderWait())
                .put("sink_wait", end.sinkWait())
                .put("total", end.total());
    }
}
