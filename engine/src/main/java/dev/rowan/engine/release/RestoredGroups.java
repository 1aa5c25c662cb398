package dev.rowan.engine.release;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.expressions.Evaluation;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.GroupQueries.GroupMember;
import dev.rowan.landscape.GroupQueries.WorkingTime;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.resume.PendingRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The groups that earlier processes of a run left open, from the outcomes of their members. Owned by the release
/// thread.
final class RestoredGroups {
    private static final int MEMBERS_AT_ONCE = 1_000;

    private final Pipeline pipeline;
    private final LandscapeReader reader;
    private final String runId;
    private final Optional<String> parent;

    /// `parent` is the run that this one continues: numbers of rows continue after its own.
    RestoredGroups(Pipeline pipeline, LandscapeReader reader, String runId, Optional<String> parent) {
        this.pipeline = pipeline;
        this.reader = reader;
        this.runId = runId;
        this.parent = parent;
    }

    /// Fills the tables; returns the last number of a group. Values stay in the landscape until a group closes.
    long restore(Map<Integer, GroupTable> tables, long now) {
        for (String run : parent.map(before -> List.of(before, runId)).orElse(List.of(runId))) {
            reader.groups()
                    .lastRows(run)
                    .forEach((node, last) ->
                            Optional.ofNullable(tables.get(node)).ifPresent(table -> table.continueAfter(last)));
        }
        List<WorkingTime> times = new ArrayList<>();
        var known = new HashMap<Long, OpenGroup>();
        long turn = 0;
        while (true) {
            List<GroupMember> members = reader.groups().openMembers(runId, turn, MEMBERS_AT_ONCE);
            if (members.isEmpty()) {
                return reader.groups().lastGroup(runId);
            }
            if (times.isEmpty()) {
                times.addAll(reader.groups().workingTimes(runId));
            }
            turn = members.getLast().turn();
            Map<TokenKey, Row> rows = rows(needed(members, known.keySet(), tables));
            for (GroupMember member : members) {
                GroupTable table = table(tables, member.node());
                var token = new TokenKey(member.rowSeq(), member.part());
                Optional<Row> row = Optional.ofNullable(rows.get(token));
                OpenGroup group = known.computeIfAbsent(
                        member.grp(), number -> open(table, number, row.orElseThrow(), now - age(times, member.at())));
                group.add(
                        token,
                        Optional.empty(),
                        row.map(ErrorField::drop).map(RowMemory::of).orElse(0L),
                        0);
            }
        }
    }

    /// The members whose values are needed now: the first of each group for its key, all for their size.
    private static List<GroupMember> needed(
            List<GroupMember> members, Set<Long> known, Map<Integer, GroupTable> tables) {
        var seen = new HashSet<>(known);
        return members.stream()
                .filter(member -> seen.add(member.grp())
                        || table(tables, member.node())
                                .transform()
                                .grouping()
                                .when()
                                .isPresent())
                .toList();
    }

    private static GroupTable table(Map<Integer, GroupTable> tables, int node) {
        GroupTable table = tables.get(node);
        if (table == null) {
            throw new LandscapeException("node " + node + " has recorded open groups, but is no longer an aggregate");
        }
        return table;
    }

    private static long age(List<WorkingTime> times, Instant since) {
        return times.stream()
                .map(time -> time.after(since))
                .reduce(Duration.ZERO, Duration::plus)
                .toNanos();
    }

    private static OpenGroup open(GroupTable table, long number, Row first, long since) {
        String key = key(table.transform(), first);
        var group = new OpenGroup(number, key);
        group.startAge(since);
        table.open(key, group);
        return group;
    }

    private static String key(AggregateTransform transform, Row row) {
        return switch (transform.key(row)) {
            case Evaluation.Value(var value) -> new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
            case Evaluation.Failed(String message) ->
                throw new LandscapeException(
                        "a row that entered a group on record does not belong to any now: " + message);
        };
    }

    /// The values with which tokens reached their aggregates.
    private Map<TokenKey, Row> rows(List<GroupMember> members) {
        var found = new HashMap<TokenKey, Row>();
        List<Long> rest =
                members.stream().map(GroupMember::rowSeq).distinct().sorted().toList();
        while (!rest.isEmpty()) {
            List<Long> page = reader.pendingRows().page(runId, rest);
            for (PendingRow row : reader.pendingRows().visited(runId, page)) {
                if (row.content() instanceof PendingRow.Content.Gone) {
                    throw new LandscapeException(
                            "the values of row " + row.rowSeq()
                                    + ", a member of an open group, were deleted from the landscape: the run cannot be resumed");
                }
                row.tokens().forEach(token -> found.put(new TokenKey(row.rowSeq(), token.part()), values(row, token)));
            }
            rest = rest.subList(page.size(), rest.size());
        }
        return found;
    }

    /// What a token carried when it ended; behind an error edge with the failure that led it there.
    private Row values(PendingRow row, PendingRow.Token token) {
        Graph graph = pipeline.graph();
        TokenPosition position = TokenPosition.of(graph, row, token);
        return token.visited()
                .flatMap(visited -> visited.failed()
                        .map(failed -> position.failedAt(
                                graph.nodes().get(visited.node()).name(), failed.reason(), position.at())))
                .orElse(position)
                .row();
    }
}
