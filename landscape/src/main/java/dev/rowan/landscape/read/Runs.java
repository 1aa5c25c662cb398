package dev.rowan.landscape.read;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds runs: the newest, by id, by id prefix, by name.
final class Runs {
    private static final int LISTED = 10;

    /// The declarations are within this many first events; no pipeline has more nodes and sinks.
    private static final long DECLARATIONS = 10_000;

    private final Query query;

    Runs(Query query) {
        this.query = query;
    }

    /// A query about one run.
    interface RunAction<T> {
        T run(RunRow run) throws SQLException;
    }

    /// Runs a query in one transaction.
    <T> T withRun(String runId, RunAction<T> action) {
        return query.inSnapshot(() -> action.run(byId(runId)));
    }

    List<RunRow> newest(int limit) throws SQLException {
        return query.list(RunRow.SELECT + " ORDER BY run_no DESC LIMIT ?", RunRow::from, limit);
    }

    RunRow byId(String runId) throws SQLException {
        return exact(runId).orElseThrow(() -> new LandscapeException("there is no run '" + runId + "'"));
    }

    /// In this order: exact id, `latest`, name, unique id prefix.
    RunRow meantBy(String word) throws SQLException {
        Optional<RunRow> exact = exact(word);
        if (exact.isPresent()) {
            return exact.get();
        }
        if (word.equals("latest")) {
            return newest(1).stream()
                    .findFirst()
                    .orElseThrow(() -> new LandscapeException("there is no run yet in this landscape"));
        }
        Optional<RunRow> named =
                query.first(RunRow.SELECT + " WHERE name = ? ORDER BY run_no DESC", RunRow::from, word);
        if (named.isPresent()) {
            return named.get();
        }
        List<RunRow> matches = word.isEmpty()
                ? List.of()
                : query.list(
                        RunRow.SELECT + " WHERE substr(run_id, 1, ?) = ? ORDER BY run_no DESC",
                        RunRow::from,
                        word.length(),
                        word);
        if (matches.size() == 1) {
            return matches.getFirst();
        }
        throw matches.isEmpty()
                ? new LandscapeException("there is no run '" + word + "'; " + listed("the newest are", newest(LISTED)))
                : new LandscapeException("'" + word + "' begins the ids of " + matches.size() + " runs; "
                        + listed("they are", matches.subList(0, Math.min(LISTED, matches.size()))));
    }

    /// The runs whose first event says that they continue `run`, newest first.
    List<String> continuing(RunRow run) throws SQLException {
        var found = new ArrayList<String>();
        for (RunRow later : after(run)) {
            if (rare(later, RunEvents.RUN_STARTED).anyMatch(facts -> run.runId().equals(facts.get("continues")))) {
                found.add(later.runId());
            }
        }
        return found;
    }

    /// The newest run after `run` that has a sink with this target.
    Optional<String> laterWriter(RunRow run, String target) throws SQLException {
        for (RunRow later : after(run)) {
            if (rare(later, RunEvents.SINK_DECLARED).anyMatch(facts -> target.equals(facts.get("target")))) {
                return Optional.of(later.runId());
            }
        }
        return Optional.empty();
    }

    private List<RunRow> after(RunRow run) throws SQLException {
        return query.list(RunRow.SELECT + " WHERE run_no > ? ORDER BY run_no DESC", RunRow::from, run.runNo());
    }

    /// The facts of the run events of a type among the declarations of a run.
    private Stream<Map<String, @Nullable Object>> rare(RunRow run, String type) throws SQLException {
        return query
                .list(
                        "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?",
                        row -> RecordedJson.object(row.getString(1)),
                        run.log().firstId(),
                        run.log().eventId(DECLARATIONS),
                        type)
                .stream();
    }

    private Optional<RunRow> exact(String runId) throws SQLException {
        return query.first(RunRow.SELECT + " WHERE run_id = ?", RunRow::from, runId);
    }

    private static String listed(String label, List<RunRow> runs) {
        return runs.isEmpty()
                ? "the landscape has none yet"
                : label + runs.stream().map(Runs::line).collect(Collectors.joining());
    }

    private static String line(RunRow run) {
        return "\n  " + run.runId() + "  " + run.name() + "  "
                + Micros.instant(run.started()).truncatedTo(ChronoUnit.SECONDS);
    }
}
