package dev.rowan.landscape.read;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.SplitQueries;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.SplitPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the splits of a run.
final class SqlSplitQueries implements SplitQueries {
    private final Query query;
    private final Runs runs;

    SqlSplitQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public int runEpoch(String runId) {
        return runs.withRun(
                runId,
                run -> query.first("SELECT epoch FROM run_lease WHERE run_no = ?", row -> row.getInt(1), run.runNo())
                        .orElse(0));
    }

    @Override
    public Map<Integer, Long> chainEnds(String runId) {
        return runs.withRun(runId, run -> {
            var ends = new TreeMap<Integer, Long>();
            for (int writer :
                    query.list("SELECT writer FROM run_writer WHERE run_no = ?", row -> row.getInt(1), run.runNo())) {
                LogKey chain = run.log().of(writer);
                for (EventTable table : EventTable.values()) {
                    query.first(
                                    "SELECT max(event_id) FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?",
                                    row -> row.getLong(1),
                                    chain.firstId(),
                                    chain.lastId())
                            .filter(last -> last > 0)
                            .ifPresent(last -> ends.merge(writer, LogKey.seq(last), Math::max));
                }
            }
            return ends;
        });
    }

    @Override
    public Optional<Usd> cap(String runId) {
        return runs.withRun(
                runId,
                run -> query.first(
                        "SELECT cap FROM cost_pool WHERE run_no = ?", row -> new Usd(row.getLong(1)), run.runNo()));
    }

    @Override
    public List<SplitState> list(String runId) {
        return runs.withRun(
                runId,
                run -> query.list(
                        "SELECT split, first_row, rows, writer, epoch, openings, done FROM run_split"
                                + " WHERE run_no = ? ORDER BY split",
                        row -> new SplitState(
                                row.getInt(1),
                                row.getLong(2),
                                row.getLong(3),
                                row.getInt(4),
                                row.getInt(5),
                                row.getInt(6),
                                row.getInt(7) != 0),
                        run.runNo()));
    }

    @Override
    public List<WriterState> writers(String runId) {
        return runs.withRun(runId, query::writers);
    }

    @Override
    public List<Note> latestNotes(String runId, int writer, String type, int from, int max) {
        return runs.withRun(runId, run -> SqlNoteQueries.latest(query, run.log().of(writer), type, from, max));
    }

    @Override
    public SortedMap<Integer, SplitPart> parts(String runId, String sink) {
        var parts = new TreeMap<Integer, SplitPart>();
        runs.withRun(
                        runId,
                        run -> query.list(
                                "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?",
                                row -> RecordedJson.object(row.getString(1)),
                                run.log().firstId(),
                                run.log().lastIdOfRun(),
                                ChainEvents.SPLIT_DONE))
                .forEach(facts -> add(facts, sink, parts));
        return parts;
    }

    private static void add(Map<String, @Nullable Object> facts, String sink, Map<Integer, SplitPart> parts) {
        for (SplitPart part : ChainEvents.parts(facts)) {
            if (part.sink().equals(sink)) {
                parts.put((int) RecordedJson.number(facts.get("split")), part);
            }
        }
    }
}
