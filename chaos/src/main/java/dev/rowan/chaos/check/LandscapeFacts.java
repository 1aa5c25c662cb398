package dev.rowan.chaos.check;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The newest run of a landscape, read with plain SQL: the checker trusts none of the product's own readers.
/// `uncited` are calls recorded as reused without an answer to that request.
public record LandscapeFacts(
        String runId,
        int leaseEpoch,
        List<Long> rows,
        List<Ending> outcomes,
        List<Visit> visits,
        List<Intent> intents,
        List<End> ends,
        List<Note> notes,
        List<Step> steps,
        List<CallId> uncited) {

    /// The outcome of a token, in the order of recording.
    public record Ending(
            long event, int epoch, long row, int part, String outcome, Optional<Integer> node, Optional<String> sink) {}

    /// A visit that ended.
    public record Visit(long event, int epoch, long row, int part, int node, int attempt, String status) {}

    /// The key of a call.
    public record CallId(long row, int part, int node, int generation, int number) {}

    /// An intent; `body` is the SHA-256 of the request's body, if the request is stored with it. `formed` if the
    /// request
    /// is sent in another form, with marks of a cache or a tier.
    public record Intent(
            long event,
            int epoch,
            CallId key,
            int attempt,
            Optional<String> body,
            long worst,
            Optional<Place> place,
            boolean formed) {}

    /// An item of a batch job.
    public record Place(long job, int item) {}

    /// The end of an attempt. `price` is the one that its cost rests on, `served` the number of the request in the
    /// journal of the simulator.
    public record End(
            long event,
            int epoch,
            CallId key,
            int attempt,
            String state,
            String standing,
            long cost,
            long tokens,
            boolean batched,
            Optional<String> price,
            OptionalLong served) {

        boolean isUnknown() {
            return state.equals("unknown");
        }

        /// Whether our own process was killed, was stopped or failed while it was on the wire.
        boolean isOwnLoss() {
            return isUnknown()
                    && (standing.equals("owner_died")
                            || standing.equals("interrupted")
                            || standing.startsWith("defect_"));
        }

        /// Whether the connection was reset during an outage of the service.
        boolean isOutageLoss() {
            return isUnknown() && standing.endsWith("_while_down");
        }
    }

    /// A step of a job of a batch service.
    public record Step(long event, int epoch, long job, String step, Map<String, @Nullable Object> facts) {}

    /// A note of the run.
    public record Note(long event, int epoch, String type, String facts) {}

    /// Reads the newest run of the landscape at `url`; empty if it has none.
    public static Optional<LandscapeFacts> read(String url, Path base) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbc(url, base))) {
            try (PreparedStatement select =
                            connection.prepareStatement("SELECT run_no, run_id FROM run ORDER BY run_no DESC");
                    ResultSet run = select.executeQuery()) {
                return run.next()
                        ? Optional.of(new Reading(connection, run.getInt(1)).facts(run.getString(2)))
                        : Optional.empty();
            }
        }
    }

    static String jdbc(String url, Path base) {
        return url.startsWith("sqlite:")
                ? "jdbc:sqlite:" + base.resolve(url.substring("sqlite:".length()))
                : "jdbc:" + url.replaceFirst("//([^:]+):([^@]+)@([^?]+)\\?", "//$3?user=$1&password=$2&");
    }

    /// The ends of a call's attempts.
    Map<CallId, List<End>> endsByKey() {
        var byKey = new HashMap<CallId, List<End>>();
        ends.forEach(
                end -> byKey.computeIfAbsent(end.key(), _ -> new ArrayList<>()).add(end));
        return byKey;
    }

    static Map<String, @Nullable Object> object(String json) {
        try {
            var object = new HashMap<String, @Nullable Object>();
            if (RowJson.readValue(json.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map) {
                map.forEach((key, value) -> object.put(String.valueOf(key), value));
            }
            return object;
        } catch (JsonException notJson) {
            throw new IllegalStateException("facts must be JSON, got " + json, notJson);
        }
    }

    /// Reads one run.
    private record Reading(Connection connection, int runNo) {

        LandscapeFacts facts(String runId) throws SQLException {
            return new LandscapeFacts(
                    runId,
                    list("SELECT epoch FROM run_lease WHERE run_no = ?", row -> row.getInt(1))
                            .getFirst(),
                    list(
                            "SELECT row_seq FROM row_read WHERE run_no = ? AND status <> 'derived' ORDER BY event_id",
                            row -> row.getLong(1)),
                    list(
                            "SELECT event_id, epoch, row_seq, part, outcome, node, sink FROM outcome WHERE run_no = ?"
                                    + " ORDER BY event_id",
                            Reading::ending),
                    list(
                            "SELECT event_id, epoch, row_seq, part, node, attempt, status FROM node_state"
                                    + " WHERE run_no = ? AND status <> 'open' ORDER BY event_id",
                            row -> new Visit(
                                    row.getLong(1),
                                    row.getInt(2),
                                    row.getLong(3),
                                    row.getInt(4),
                                    row.getInt(5),
                                    row.getInt(6),
                                    row.getString(7))),
                    list(
                            "SELECT event_id, epoch, row_seq, part, node, generation, call_no, attempt, payload,"
                                    + " worst_pico_usd, job, item, wire_sha256 FROM call_intent WHERE run_no = ? ORDER BY event_id",
                            row -> new Intent(
                                    row.getLong(1),
                                    row.getInt(2),
                                    key(row),
                                    row.getInt(8),
                                    Optional.ofNullable(row.getBytes(9))
                                            .map(bytes -> HttpMessage.read(bytes)
                                                    .body()
                                                    .sha256()),
                                    row.getLong(10),
                                    place(row),
                                    row.getString(13) != null)),
                    list(
                            "SELECT event_id, epoch, row_seq, part, node, generation, call_no, attempt, state,"
                                    + " standing, cost_pico_usd, input_tokens, output_tokens, job, price, payload FROM call_end WHERE"
                                    + " run_no = ? ORDER BY event_id",
                            row -> new End(
                                    row.getLong(1),
                                    row.getInt(2),
                                    key(row),
                                    row.getInt(8),
                                    row.getString(9),
                                    row.getString(10),
                                    row.getLong(11),
                                    row.getLong(12) + row.getLong(13),
                                    row.getObject(14) != null,
                                    Optional.ofNullable(row.getString(15)),
                                    served(row.getBytes(16)))),
                    list(
                            "SELECT event_id, epoch, type, facts FROM run_event WHERE run_no = ? ORDER BY event_id",
                            row -> new Note(row.getLong(1), row.getInt(2), row.getString(3), row.getString(4))),
                    list(
                            "SELECT event_id, epoch, job, step, facts FROM batch_job WHERE run_no = ?"
                                    + " ORDER BY event_id",
                            row -> new Step(
                                    row.getLong(1),
                                    row.getInt(2),
                                    row.getLong(3),
                                    row.getString(4),
                                    object(row.getString(5)))),
                    list(
                            "SELECT event_id, epoch, row_seq, part, node, generation, call_no FROM call_reused u"
                                    + " WHERE run_no = ? AND NOT EXISTS (SELECT 1 FROM run r"
                                    + " JOIN call_end e ON e.run_no = r.run_no AND e.state = 'answered'"
                                    + " JOIN call_intent i ON i.run_no = e.run_no AND i.row_seq = e.row_seq"
                                    + " AND i.part = e.part AND i.node = e.node AND i.generation = e.generation"
                                    + " AND i.call_no = e.call_no AND i.attempt = e.attempt"
                                    + " WHERE r.run_id = u.of_run AND e.row_seq = u.of_row_seq AND e.part = u.of_part"
                                    + " AND e.node = u.of_node AND e.generation = u.of_generation"
                                    + " AND e.call_no = u.of_call_no AND i.request_sha256 = u.request_sha256)",
                            Reading::key));
        }

        private static OptionalLong served(byte @Nullable [] reply) {
            return reply == null
                    ? OptionalLong.empty()
                    : HttpMessage.read(reply).asReply().headers().first("x-simulator-request").stream()
                            .mapToLong(Long::parseLong)
                            .findFirst();
        }

        private static Optional<Place> place(ResultSet row) throws SQLException {
            long job = row.getLong(11);
            return row.wasNull() ? Optional.empty() : Optional.of(new Place(job, row.getInt(12)));
        }

        private static CallId key(ResultSet row) throws SQLException {
            return new CallId(row.getLong(3), row.getInt(4), row.getInt(5), row.getInt(6), row.getInt(7));
        }

        private static Ending ending(ResultSet row) throws SQLException {
            int node = row.getInt(6);
            return new Ending(
                    row.getLong(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getInt(4),
                    row.getString(5),
                    row.wasNull() ? Optional.empty() : Optional.of(node),
                    Optional.ofNullable(row.getString(7)));
        }

        private interface Line<T> {
            T of(ResultSet row) throws SQLException;
        }

        private <T> List<T> list(String sql, Line<T> line) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setInt(1, runNo);
                var lines = new ArrayList<T>();
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        lines.add(line.of(row));
                    }
                }
                return List.copyOf(lines);
            }
        }
    }
}
