package dev.rowan.landscape.verify;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.RowOrigin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// I1 and I2, by origin: rows are read in sequence, each token ends once, and sinks receive rows in order, durable
/// before
/// their outcome is recorded. Keeps nothing of rows that have ended. Owned by one thread.
final class RowsCheck {
    private static final int ROW = EventTable.NODE_STATE.indexOf("row_seq");
    private static final int PART = EventTable.NODE_STATE.indexOf("part");
    private static final int STATUS = EventTable.NODE_STATE.indexOf("status");
    private static final int OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final int SINK = EventTable.OUTCOME.indexOf("sink");

    private static final Tokens ONE = new Tokens();

    private final Findings findings;
    private final Map<Long, Tokens> open = new HashMap<>();
    private final Map<String, SinkOrder> sinks = new HashMap<>();
    private boolean some;
    /// The last row by origin.
    private final Map<Integer, Long> lastRead = new HashMap<>();
    private long read;
    private long derived;
    private long ended;

    RowsCheck(Findings findings) {
        this.findings = findings;
    }

    /// The tokens of a row still in flight. `loose` counts those whose part is unknown because the values naming it
    /// were deleted.
    private static final class Tokens {
        private final Set<Long> pending = new HashSet<>(Set.of(0L));
        private long loose;

        boolean take(long part) {
            if (pending.remove(part)) {
                return true;
            }
            return loose-- > 0;
        }

        boolean isEmpty() {
            return pending.isEmpty() && loose <= 0;
        }
    }

    /// What a sink has received so far.
    private static final class SinkOrder {
        private final Map<Integer, Released> last = new HashMap<>();
        private long outcomes;
        private boolean told;
    }

    /// A token that a sink got.
    private record Released(long row, long part) {}

    void read(StoredEvent event) {
        long row = event.number(0);
        long last = last(row);
        if (!isInSplit(event) && (some ? row <= last : row != last + 1)) {
            findings.add("I1", "row " + row + " was read after row " + last);
        }
        if (event.text("status").filter(RowOrigin.DERIVED::equals).isPresent()) {
            derived++;
        } else {
            read++;
        }
        lastRead.merge(RowOrigin.of(row), row, Math::max);
        open.put(row, ONE);
    }

    /// Whether the row is one of a writer's split, whose rows and outputs [SplitsCheck] checks.
    private static boolean isInSplit(StoredEvent event) {
        return event.writer() != LogKey.OWNER;
    }

    /// The run takes only some rows of its parent.
    void some() {
        some = true;
    }

    boolean isOpen(long row) {
        return open.containsKey(row);
    }

    /// The rows that aggregates made.
    long rowsDerived() {
        return derived;
    }

    long rowsRead() {
        return read;
    }

    long rowsEnded() {
        return ended;
    }

    void visited(StoredEvent event) {
        long row = event.number(ROW);
        if (!open.containsKey(row)) {
            findings.add("I1", "row " + row + " visits a node, but it " + why(row));
        } else if ("completed".equals(event.facts()[STATUS])
                && event.facts()[OUTPUTS] instanceof Long outputs
                && outputs > 1) {
            split(row, event.number(PART), outputs, event);
        }
    }

    private void split(long row, long part, long outputs, StoredEvent event) {
        Tokens tokens = open.get(row);
        if (tokens == null || tokens.equals(ONE)) {
            tokens = new Tokens();
            open.put(row, tokens);
        }
        Optional<byte[]> values = event.payload();
        if (values.isEmpty()) {
            tokens.loose += outputs - 1;
        } else if (RecordedJson.object(values.get()).get("parts") instanceof List<?> parts
                && parts.size() == outputs - 1) {
            for (Object made : parts) {
                tokens.pending.add(RecordedJson.number(made));
            }
        } else {
            findings.add("I1", "token r" + row + "." + part + " became " + outputs + ", but not as many are named");
        }
    }

    /// The last row of the same origin; derived rows count from 0.
    private long last(long row) {
        int origin = RowOrigin.of(row);
        return lastRead.getOrDefault(origin, origin == 0 ? 0 : RowOrigin.first(origin - 1) - 1);
    }

    private String why(long row) {
        return row > last(row) || row < 1 ? "was never read" : "has ended already";
    }

    /// Records an outcome; returns whether it was the row's last.
    boolean ended(StoredEvent event, boolean inOrder, Optional<Sink.Mark> mark) {
        long row = event.number(0);
        long part = event.number(1);
        if (event.facts()[SINK] instanceof String sink && isInSplit(event)) {
            sinks.computeIfAbsent(sink, _ -> new SinkOrder()).outcomes++;
        } else if (event.facts()[SINK] instanceof String sink) {
            sink(sinks.computeIfAbsent(sink, _ -> new SinkOrder()), sink, row, part, inOrder, mark);
        }
        Tokens tokens = open.get(row);
        if (tokens == null) {
            findings.add("I1", "token r" + row + "." + part + " ends, but its row " + why(row));
            return false;
        }
        if (tokens.equals(ONE) ? part != 0 : !tokens.take(part)) {
            findings.add("I1", "token r" + row + "." + part + " ends, but there is no such token, or it has ended");
            return false;
        }
        if (!tokens.equals(ONE) && !tokens.isEmpty()) {
            return false;
        }
        open.remove(row);
        ended++;
        return true;
    }

    private void sink(SinkOrder order, String sink, long row, long part, boolean inOrder, Optional<Sink.Mark> mark) {
        Released before = order.last.put(RowOrigin.of(row), new Released(row, part));
        if (inOrder && before != null && (row < before.row || (row == before.row && part <= before.part))) {
            findings.add(
                    "I2",
                    "sink '" + sink + "' got token r" + row + "." + part + " after r" + before.row + "." + before.part);
        }
        order.outcomes++;
        if (!order.told && order.outcomes > mark.map(Sink.Mark::rows).orElse(0L)) {
            order.told = true;
            findings.add(
                    "I2",
                    "sink '" + sink + "' is on record with " + order.outcomes + " rows, but is durable only up to "
                            + mark.map(Sink.Mark::rows).orElse(0L));
        }
    }

    void synced(String sink, Optional<Sink.Mark> before, Sink.Mark mark) {
        before.filter(last -> last.rows() > 0
                        && (mark.rows() < last.rows() || mark.end() < last.end() || mark.start() != last.start()))
                .ifPresent(last -> findings.add("I2", "sink '" + sink + "' goes back from " + last + " to " + mark));
    }

    /// Reports what is missing after the last event.
    void end(RunState state, Optional<Long> statedRows) {
        statedRows
                .filter(rows -> rows != read)
                .ifPresent(rows -> findings.add("I1", "the run ended with " + rows + " rows, but read " + read));
        if (state.status().filter("completed"::equals).isPresent() && !open.isEmpty()) {
            long first = open.keySet().stream().mapToLong(row -> row).min().orElseThrow();
            findings.add(
                    "I1",
                    "the run says that it is complete, but " + open.size() + " of its rows have no outcome; the first"
                            + " is row " + first);
        }
        for (VerifyReport.SinkState sink : state.sinks()) {
            long rows = sink.mark().map(Sink.Mark::rows).orElse(0L);
            SinkOrder order = sinks.get(sink.name());
            long outcomes = order == null ? 0 : order.outcomes;
            if (outcomes < rows) {
                findings.add(
                        "I2",
                        "sink '" + sink.name() + "' is durable with " + rows + " rows, but " + outcomes
                                + " have an outcome there");
            }
        }
    }
}
