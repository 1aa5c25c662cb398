package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.AggregateTransform.Grouping;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.release.ClosedGroup.MadeRow;
import dev.rowan.engine.release.ClosedGroup.Trigger;
import dev.rowan.engine.release.TokenOutcome.GroupEntry;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.expressions.Evaluation;
import dev.rowan.landscape.RowQueries.TokenKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The groups of a run's aggregates: takes members in the order of release, and closes groups by count, expression,
/// timeout, or at the end of the input. Owned by the release thread.
///
/// In a replay, which group a member enters and what closes a group is taken from the record.
final class Aggregates {
    private static final long NEVER = Long.MAX_VALUE;

    private final Map<Integer, GroupTable> tables = new LinkedHashMap<>();
    private final ValueReloader reloader;
    private final Optional<ReplayedGroups> replayed;
    private final StopSignal stop;
    private final Time time;
    private final List<ClosedGroup> closed = new ArrayList<>();
    private final List<OpenGroup> opened = new ArrayList<>();
    private long closedBytes;
    private long lastGroup;

    Aggregates(Pipeline pipeline, ValueReloader reloader, Optional<ReplayedGroups> replayed, RunComponents parts) {
        for (GraphNode.Aggregate node : pipeline.graph().aggregates()) {
            AggregateTransform transform =
                    (AggregateTransform) pipeline.transforms().get(node.index()).transform();
            tables.put(node.index(), new GroupTable(node.index(), transform));
        }
        this.reloader = reloader;
        this.replayed = replayed;
        this.stop = parts.stop();
        this.time = parts.time();
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    /// Continues with the groups that an earlier process left open.
    void continueFrom(RestoredGroups before) throws InterruptedException {
        lastGroup = before.restore(tables, time.nanos());
    }

    /// Takes a member whose last record is `recorded`, and closes its group if that is due; returns the number of
    /// the group.
    long add(TokenKey token, GroupEntry entry, Optional<Row> row, long recorded) throws InterruptedException {
        GroupTable table = table(entry.node());
        return replayed.isPresent()
                ? addRecorded(table, token, entry, row, recorded, replayed.get())
                : addNew(table, token, entry, row, recorded);
    }

    private long addNew(GroupTable table, TokenKey token, GroupEntry entry, Optional<Row> row, long recorded)
            throws InterruptedException {
        long now = time.nanos();
        closeDue(table, now);
        OpenGroup group = table.find(entry.key()).orElseGet(() -> open(table, entry.key(), entry.key(), lastGroup + 1));
        add(table, group, token, entry, row, recorded);
        Grouping grouping = table.transform().grouping();
        if (grouping.count().isPresent() && group.size() >= grouping.count().getAsLong()) {
            close(table, entry.key(), group, Trigger.COUNT, table.nextRow(), age(group, now));
        } else if (grouping.when().isPresent()) {
            closeWhen(table, group, grouping, now);
        }
        return group.number();
    }

    private OpenGroup open(GroupTable table, String id, String key, long number) {
        var group = new OpenGroup(number, key);
        lastGroup = Math.max(lastGroup, number);
        table.open(id, group);
        opened.add(group);
        return group;
    }

    private static void add(
            GroupTable table, OpenGroup group, TokenKey token, GroupEntry entry, Optional<Row> row, long recorded) {
        Optional<Row> kept = row.filter(_ -> table.keeps(entry.bytes())).map(ErrorField::drop);
        group.add(token, kept, entry.bytes(), recorded);
    }

    /// An expression that fails closes the group, as one row that fails.
    private void closeWhen(GroupTable table, OpenGroup group, Grouping grouping, long now) throws InterruptedException {
        Evaluation found = grouping.when()
                .orElseThrow()
                .evaluateNumbers(
                        Map.of(AggregateTransform.COUNT, (long) group.size(), AggregateTransform.BYTES, group.bytes()));
        if (found instanceof Evaluation.Failed(String message)) {
            table.close(group.key());
            closed(
                    table,
                    group,
                    Trigger.WHEN,
                    age(group, now),
                    GroupAggregation.failed(Reason.of("expression_error", message), table.nextRow()));
        } else if (found instanceof Evaluation.Value(Boolean due) && due) {
            close(table, group.key(), group, Trigger.WHEN, table.nextRow(), age(group, now));
        }
    }

    private long addRecorded(
            GroupTable table, TokenKey token, GroupEntry entry, Optional<Row> row, long recorded, ReplayedGroups record)
            throws InterruptedException {
        ReplayedGroups.Entered entered = record.next(token, entry);
        String id = Long.toString(entered.group());
        OpenGroup group = table.find(id).orElseGet(() -> open(table, id, entry.key(), entered.group()));
        add(table, group, token, entry, row, recorded);
        if (entered.end().isPresent() && entered.end().get().members() == group.size()) {
            ReplayedGroups.End end = entered.end().get();
            close(table, id, group, end.trigger(), end.firstRow(), end.age());
        }
        return group.number();
    }

    private static Duration age(OpenGroup group, long now) {
        return Duration.ofNanos(group.age(now));
    }

    private void close(GroupTable table, String id, OpenGroup group, Trigger trigger, long firstRow, Duration age)
            throws InterruptedException {
        List<MadeRow> rows = GroupAggregation.rows(table.transform(), group, reloader, firstRow);
        table.close(id);
        closed(table, group, trigger, age, rows);
    }

    private void closed(GroupTable table, OpenGroup group, Trigger trigger, Duration age, List<MadeRow> rows) {
        for (MadeRow row : rows) {
            table.continueAfter(row.rowSeq());
            closedBytes += RowMemory.of(row.row());
        }
        closed.add(new ClosedGroup(table.node(), group.number(), group.key(), trigger, group.size(), age, rows));
    }

    /// Closes the groups whose timeout has passed.
    void closeDue() throws InterruptedException {
        for (GroupTable table : tables.values()) {
            closeDue(table, time.nanos());
        }
    }

    private void closeDue(GroupTable table, long now) throws InterruptedException {
        while (nanosUntilDue(table, now) <= 0) {
            closeOldest(table, Trigger.TIMEOUT, now);
        }
    }

    private void closeOldest(GroupTable table, Trigger trigger, long now) throws InterruptedException {
        String id = table.oldest().orElseThrow();
        OpenGroup group = table.find(id).orElseThrow();
        close(table, id, group, trigger, table.nextRow(), age(group, now));
    }

    /// When the next timeout is due; empty if none is. A run that stops has none.
    Optional<Duration> untilDue() {
        long next = NEVER;
        for (GroupTable table : tables.values()) {
            next = Math.min(next, nanosUntilDue(table, time.nanos()));
        }
        return next == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(0, next)));
    }

    private long nanosUntilDue(GroupTable table, long now) {
        if (stop.requested()
                || replayed.isPresent()
                || table.transform().grouping().timeout().isEmpty()) {
            return NEVER;
        }
        long timeout = table.transform().grouping().timeout().get().toNanos();
        return table.oldest()
                .flatMap(table::find)
                .map(group -> timeout - group.age(now))
                .orElse(NEVER);
    }

    /// Closes groups of an aggregate because the input has ended, until there are none or `enough` bytes are to be
    /// recorded. Returns whether none is left.
    boolean closeAtEnd(int node, long enough) throws InterruptedException {
        GroupTable table = table(node);
        while (table.oldest().isPresent() && closedBytes < enough) {
            long now = time.nanos();
            closeOldest(table, nanosUntilDue(table, now) <= 0 ? Trigger.TIMEOUT : Trigger.END, now);
        }
        return table.oldest().isEmpty();
    }

    private GroupTable table(int node) {
        GroupTable table = tables.get(node);
        if (table == null) {
            throw new IllegalStateException("node " + node + " is not an aggregate");
        }
        return table;
    }

    boolean hasClosed() {
        return !closed.isEmpty();
    }

    /// The groups that are to be recorded; the ages of those opened since start now.
    List<ClosedGroup> takeClosed() {
        long now = time.nanos();
        opened.forEach(group -> group.startAge(now));
        opened.clear();
        var taken = List.copyOf(closed);
        closed.clear();
        closedBytes = 0;
        return taken;
    }
}
