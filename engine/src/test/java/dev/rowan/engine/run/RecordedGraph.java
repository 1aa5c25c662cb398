package dev.rowan.engine.run;

import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.testkit.graph.ChoiceNotAllowedException;
import dev.rowan.testkit.graph.GraphToken;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a run recorded of its tokens, read from a landscape with a single run: visits in the order of the record,
/// and outcomes.
record RecordedGraph(List<Visit> visits, List<Outcome> outcomes, List<Group> groups) {

    RecordedGraph {
        visits = List.copyOf(visits);
        outcomes = List.copyOf(outcomes);
        groups = List.copyOf(groups);
    }

    record Visit(GraphToken token, int node, Instant at, Optional<String> route, VisitValues values) {
        boolean failed() {
            return values instanceof VisitValues.Failed;
        }
    }

    record Outcome(GraphToken token, TokenEnd end) {}

    /// A closed group of an aggregate.
    record Group(int node, String trigger, List<GraphToken> members, Duration age) {
        Group {
            members = List.copyOf(members);
        }
    }

    static RecordedGraph read(Path landscape) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + landscape);
                Statement statement = connection.createStatement()) {
            var visits = new ArrayList<Visit>();
            try (ResultSet row = statement.executeQuery(
                    "SELECT row_seq, part, node, time, route, payload FROM node_state WHERE status <> 'open' ORDER BY event_id")) {
                while (row.next()) {
                    visits.add(new Visit(
                            token(row),
                            row.getInt("node"),
                            Micros.instant(row.getLong("time")),
                            Optional.ofNullable(row.getString("route")),
                            VisitValues.read(Optional.ofNullable(row.getBytes("payload")))));
                }
            }
            var outcomes = new ArrayList<Outcome>();
            try (ResultSet row = statement.executeQuery("SELECT row_seq, part, outcome, reason FROM outcome")) {
                while (row.next()) {
                    var ending = Ending.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT));
                    var end = new TokenEnd(ending, Optional.ofNullable(row.getString("reason")));
                    outcomes.add(new Outcome(token(row), end));
                }
            }
            return new RecordedGraph(visits, outcomes, groups(statement));
        }
    }

    private static List<Group> groups(Statement statement) throws SQLException {
        var members = new TreeMap<Long, List<GraphToken>>();
        try (ResultSet row = statement.executeQuery(
                "SELECT row_seq, part, grp FROM outcome WHERE grp IS NOT NULL ORDER BY event_id")) {
            while (row.next()) {
                members.computeIfAbsent(row.getLong("grp"), _ -> new ArrayList<>())
                        .add(token(row));
            }
        }
        var groups = new ArrayList<Group>();
        try (ResultSet row =
                statement.executeQuery("SELECT node, grp, trigger, age_us FROM group_end ORDER BY event_id")) {
            while (row.next()) {
                groups.add(new Group(
                        row.getInt("node"),
                        row.getString("trigger"),
                        members.getOrDefault(row.getLong("grp"), List.of()),
                        Duration.ofNanos(row.getLong("age_us") * 1_000)));
            }
        }
        return groups;
    }

    private static GraphToken token(ResultSet row) throws SQLException {
        return new GraphToken(row.getLong("row_seq"), row.getLong("part"));
    }

    Map<GraphToken, TokenEnd> ends() {
        var ends = new TreeMap<GraphToken, TokenEnd>();
        for (Outcome outcome : outcomes) {
            if (ends.put(outcome.token(), outcome.end()) != null) {
                throw new ChoiceNotAllowedException(outcome.token() + " ended twice");
            }
        }
        return ends;
    }
}
