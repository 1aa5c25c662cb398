package dev.rowan.landscape.read;

import dev.rowan.landscape.GroupQueries;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RowOrigin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads groups from the outcomes of their members and from their ends.
final class SqlGroupQueries implements GroupQueries {
    private static final String MEMBERS =
            "SELECT event_id, row_seq, part, node, grp, time FROM outcome o WHERE run_no = ? AND grp IS NOT NULL";
    private static final String OPEN = " AND NOT EXISTS (SELECT 1 FROM group_end e WHERE e.run_no = o.run_no"
            + " AND e.node = o.node AND e.grp = o.grp)";

    private final Query query;
    private final Runs runs;

    SqlGroupQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public List<GroupMember> members(String runId, long turn, int max) {
        return after(runId, "", turn, max);
    }

    @Override
    public List<GroupMember> openMembers(String runId, long turn, int max) {
        return after(runId, OPEN, turn, max);
    }

    private List<GroupMember> after(String runId, String condition, long turn, int max) {
        return runs.withRun(
                runId,
                run -> query.list(
                        MEMBERS + condition + " AND event_id > ? ORDER BY event_id LIMIT ?",
                        SqlGroupQueries::member,
                        run.runNo(),
                        turn,
                        max));
    }

    @Override
    public List<GroupMember> membersOf(String runId, long grp, int max) {
        return runs.withRun(
                runId,
                run -> query.list(
                        MEMBERS + " AND grp = ? ORDER BY event_id LIMIT ?",
                        SqlGroupQueries::member,
                        run.runNo(),
                        grp,
                        max));
    }

    @Override
    public List<GroupMember> entered(String runId, long rowSeq) {
        return runs.withRun(
                runId,
                run -> query.list(
                        MEMBERS + " AND row_seq = ? ORDER BY part", SqlGroupQueries::member, run.runNo(), rowSeq));
    }

    @Override
    public Optional<DerivedFrom> origin(String runId, long rowSeq) {
        return runs.withRun(
                runId,
                run -> query.first(
                        "SELECT grp, parent_row, parent_part FROM row_read WHERE run_no = ? AND row_seq = ?"
                                + " AND grp IS NOT NULL",
                        SqlGroupQueries::derivedFrom,
                        run.runNo(),
                        rowSeq));
    }

    private static DerivedFrom derivedFrom(ResultSet row) throws SQLException {
        Optional<Long> parent = Query.number(row, "parent_row");
        int part = row.getInt("parent_part");
        return new DerivedFrom(row.getLong("grp"), parent.map(number -> new LogEntry.Member(number, part)));
    }

    private static GroupMember member(ResultSet row) throws SQLException {
        return new GroupMember(
                row.getLong("event_id"),
                row.getLong("row_seq"),
                row.getInt("part"),
                row.getInt("node"),
                row.getLong("grp"),
                Micros.instant(row.getLong("time")));
    }

    @Override
    public Optional<ClosedGroup> closed(String runId, long grp) {
        return runs.withRun(
                runId,
                run -> query.first(
                        "SELECT node, grp, trigger, members, rows, age_us, payload, (SELECT COALESCE(min(row_seq), 0)"
                                + " FROM row_read r WHERE r.run_no = g.run_no AND r.grp = g.grp) AS first_row"
                                + " FROM group_end g WHERE run_no = ? AND grp = ? ORDER BY event_id",
                        SqlGroupQueries::group,
                        run.runNo(),
                        grp));
    }

    private static ClosedGroup group(ResultSet row) throws SQLException {
        return new ClosedGroup(
                row.getInt("node"),
                row.getLong("grp"),
                row.getString("trigger"),
                row.getLong("members"),
                row.getLong("rows"),
                Duration.ofNanos(row.getLong("age_us") * 1_000),
                row.getLong("first_row"),
                Query.bytes(row, "payload").map(RecordedJson::object));
    }

    @Override
    public long lastGroup(String runId) {
        return runs.withRun(
                runId,
                run -> query.list(
                                "SELECT COALESCE(max(grp), 0) FROM outcome WHERE run_no = ? AND grp IS NOT NULL",
                                row -> row.getLong(1),
                                run.runNo())
                        .getFirst());
    }

    @Override
    public Map<Integer, Long> lastRows(String runId) {
        return runs.withRun(runId, run -> {
            var last = new TreeMap<Integer, Long>();
            query.list(
                            "SELECT max(row_seq) FROM row_read WHERE run_no = ? AND row_seq >= ?"
                                    + " GROUP BY row_seq / " + RowOrigin.first(0),
                            row -> row.getLong(1),
                            run.runNo(),
                            RowOrigin.first(0))
                    .forEach(row -> last.put(RowOrigin.aggregate(row).orElseThrow(), row));
            return last;
        });
    }

    @Override
    public List<WorkingTime> workingTimes(String runId) {
        return runs.withRun(
                runId,
                run -> query.list(
                        "SELECT min(time), max(time) FROM (SELECT epoch, time FROM run_event WHERE event_id BETWEEN ? AND ?"
                                + " UNION ALL SELECT epoch, time FROM outcome WHERE event_id BETWEEN ? AND ?) AS t"
                                + " GROUP BY epoch ORDER BY epoch",
                        row -> new WorkingTime(Micros.instant(row.getLong(1)), Micros.instant(row.getLong(2))),
                        run.log().firstId(),
                        run.log().lastId(),
                        run.log().firstId(),
                        run.log().lastId()));
    }
}
