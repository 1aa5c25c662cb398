package dev.rowan.bench.record;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgePlan;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Whether a landscape with many runs stays usable: how long reading, recording and deleting take beside one run, and
/// beside many.
///
/// `./rowan bench retention URL [RUNS [ROWS]]` takes an empty PostgreSQL landscape. It records a run of ROWS rows,
/// copies
/// it RUNS times in the database (copies have the sizes of runs, not their hashes), and measures before and after.
public final class RetentionBench {
    private static final int LOOKS = 21;
    private static final int RUN_BITS = 43;
    private static final int NEW_ROWS = 5_000;

    private final Time time = new SystemTime();
    private final PrintStream out;
    private final String url;
    private final RecordedRows rows = new RecordedRows(time);

    private RetentionBench(PrintStream out, String url) {
        this.out = out;
        this.url = url;
    }

    public static void run(String... args) throws Exception {
        if (args.length == 0) {
            throw new IllegalArgumentException(
                    "retention URL [RUNS [ROWS]]: URL is that of an empty PostgreSQL landscape");
        }
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        long rows = args.length > 2 ? Long.parseLong(args[2]) : 20_000;
        new RetentionBench(System.out, args[0]).measure(runs, rows);
    }

    private void measure(int runs, long count) throws Exception {
        record("original", count);
        look("beside 1 run", "new-1", count);
        long began = time.nanos();
        copy(runs);
        out.printf("copied to %,d runs of %,d rows in %.0f s: %s%n", runs, count, since(began), size());
        look("beside " + runs + " runs", "new-2", count);
        String old = "copy-1";
        purge(old, false);
        purge("copy-2", true);
        out.println("plan: " + plan());
    }

    private double record(String runId, long count) throws InterruptedException {
        long began = time.nanos();
        try (Landscape landscape = Landscapes.open(url, Path.of(""), time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(RecordedRows.start(runId))) {
            for (long row = 1; row <= count; row++) {
                recorder.record(rows.whole(row));
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, count, Optional.empty()));
        }
        return since(began);
    }

    private void look(String when, String newRun, long count) throws InterruptedException {
        double[] status = new double[LOOKS];
        double[] explain = new double[LOOKS];
        var random = new Random(7);
        try (LandscapeReader reader = Landscapes.read(url, Path.of(""))) {
            for (int i = 0; i < LOOKS; i++) {
                long began = time.nanos();
                reader.runs().summary("original");
                status[i] = since(began);
                began = time.nanos();
                var _ = reader.rows()
                        .history("original", 1 + random.nextLong(count))
                        .orElseThrow();
                explain[i] = since(began);
            }
        }
        double seconds = record(newRun, NEW_ROWS);
        out.printf(
                "%s: status %.1f ms, explain of a row %.1f ms, recording %,.0f rows/s%n",
                when, 1e3 * median(status), 1e3 * median(explain), NEW_ROWS / seconds);
    }

    private static double median(double[] all) {
        Arrays.sort(all);
        return all[all.length / 2];
    }

    /// Copies the events of the first run, which are a range of each table's key.
    private void copy(int runs) throws SQLException {
        try (Session session = Database.of(url, Path.of("")).open()) {
            session.execute("SET synchronous_commit = off");
            int from = session.inTransaction(_ -> session.runNo("original"));
            for (int i = 1; i <= runs; i++) {
                int to = 1_000 + i;
                String id = "copy-" + i;
                session.inTransaction(_ -> {
                    session.execute("INSERT INTO run (run_no, run_id, name, started) SELECT " + to + ", '" + id
                            + "', name, started FROM run WHERE run_no = " + from);
                    session.execute("INSERT INTO run_lease SELECT " + to + ", epoch, owner, renewed, released"
                            + " FROM run_lease WHERE run_no = " + from);
                    for (EventTable table : EventTable.values()) {
                        copy(session, table, from, to);
                    }
                    return to;
                });
            }
            session.execute("ANALYZE");
            session.commit();
        }
    }

    private static void copy(Session session, EventTable table, int from, int to) throws SQLException {
        String columns;
        try (Statement select = session.connection().createStatement();
                ResultSet row = select.executeQuery("SELECT string_agg(column_name, ', ' ORDER BY ordinal_position)"
                        + " FROM information_schema.columns WHERE table_schema = current_schema()"
                        + " AND column_name NOT IN ('event_id', 'run_no') AND table_name = '" + table.table() + "'")) {
            row.next();
            columns = row.getString(1);
        }
        session.execute("INSERT INTO " + table.table() + " (event_id, run_no, " + columns + ") SELECT event_id + "
                + ((long) (to - from) << RUN_BITS) + ", " + to + ", " + columns + " FROM " + table.table()
                + " WHERE run_no = " + from);
    }

    private void purge(String runId, boolean records) {
        var selection = new PurgeSelection.WholeRun(runId);
        try (Purge purge = Purge.open(url, Path.of(""), time)) {
            long began = time.nanos();
            List<PurgePlan> plan = records ? purge.planRecords(selection, true) : purge.plan(selection, true);
            double planned = since(began);
            began = time.nanos();
            String what;
            if (records) {
                what = "%,d events".formatted(purge.deleteRecords(plan, selection, "bench"));
            } else {
                what = "%,d values"
                        .formatted(purge.delete(plan.getFirst(), selection, "bench")
                                .payloads());
            }
            double deleted = since(began);
            began = time.nanos();
            purge.clean();
            out.printf(
                    "purge%s of one run: plan %.2f s, delete %s %.2f s, vacuum %.2f s%n",
                    records ? " --records" : "", planned, what, deleted, since(began));
        }
    }

    private String size() throws SQLException {
        return one(
                "SELECT pg_size_pretty(sum(pg_total_relation_size(c.oid))) FROM pg_class c"
                        + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'");
    }

    /// How the server finds the events of a run.
    private String plan() throws SQLException {
        return one("EXPLAIN DELETE FROM call_end WHERE event_id IN (SELECT event_id FROM call_end"
                + " WHERE event_id BETWEEN 0 AND " + (1L << RUN_BITS) + " ORDER BY event_id LIMIT 20000)");
    }

    private String one(String sql) throws SQLException {
        try (Session session = Database.of(url, Path.of("")).open();
                Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            var lines = new StringBuilder();
            while (row.next()) {
                lines.append(lines.isEmpty() ? "" : " ").append(row.getString(1).strip());
            }
            return lines.toString();
        }
    }

    private double since(long began) {
        return (time.nanos() - began) / 1e9;
    }
}
