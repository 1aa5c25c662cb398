package dev.rowan.landscape;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Reads many rows of a run in chunks, for tables and searches over a million rows.
///
/// Each query is a transaction of its own, so that none keeps the database from cleaning up behind a running run.
/// Owned by one thread, except [#cancel].
public interface RowScan extends AutoCloseable {

    /// The first number of rows that aggregates make.
    long FIRST_DERIVED = 1L << 40;

    /// Whether an aggregate made the row.
    static boolean isDerived(long row) {
        return row >= FIRST_DERIVED;
    }

    /// Passes the events after `from`, at most `span` event numbers, to `fold`: first the rows read, then calls,
    /// then outcomes. In a run with several writers rows come in no order, and may be read after they have ended.
    Reached scan(String runId, Position from, int span, Fold fold);

    /// Passes everything recorded so far of the first `max` rows after `row` to `fold`, in the same order.
    void rows(String runId, long row, int max, Fold fold);

    /// The source and the start of the values of these rows, without those that the run has not read.
    List<RowHead> heads(String runId, List<Long> rows);

    /// Passes the tokens that took this path to `each`, in any order.
    void tokens(String runId, Passage passage, TokenConsumer each);

    /// The events of the run: a range for each of its writers.
    List<EventRange> events(String runId);

    /// Finds values among these events whose JSON contains `text`, ignoring ASCII case. It may also match a name or
    /// span values: see [SearchTerm] for exact matches.
    void search(String runId, SearchTerm text, EventRange events, Consumer<Candidate> found);

    /// Like the above, among the values of these rows.
    void search(String runId, SearchTerm text, List<Long> rows, Consumer<Candidate> found);

    /// Cancels the running query, which then fails. Any thread may call this.
    void cancel();

    /// A path of tokens through the graph.
    sealed interface Passage {
        /// To a node.
        record Visited(int node) implements Passage {}

        /// On from a node, by a route if it is a gate.
        record Passed(int node, Optional<String> route) implements Passage {}

        /// Along a branch of a fork: each is `offset` after its parent's part.
        record Forked(int fork, int offset) implements Passage {}

        /// Away from a node where they failed.
        record Failed(int node) implements Passage {}

        /// From a source, by its name if there are several; `readable` or not.
        record Read(Optional<String> source, boolean readable) implements Passage {}
    }

    /// Receives tokens.
    interface TokenConsumer {
        void accept(long row, int part);
    }

    /// The events `first` to `last`, inclusive, in the chain of a writer.
    record EventRange(int writer, long first, long last) {}

    /// A position in a run: all events up to the number `event`, and all rows of sources up to `row`, were read; and of
    /// each writer beside the owner the events up to its number in `others`.
    record Position(long event, long row, Map<Integer, Long> others) {
        public static final Position START = new Position(-1, -1, Map.of());

        public Position {
            others = Map.copyOf(others);
        }

        /// The number of events read.
        public long events() {
            return event
                    + 1
                    + others.values().stream().mapToLong(last -> last + 1).sum();
        }
    }

    /// The position that a scan reached, and the number of events there were.
    record Reached(Position position, long events) {
        public boolean isCaughtUp() {
            return position.events() >= events;
        }
    }

    /// Receives the results of a scan. A token is a row and its part.
    interface Fold {
        void read(long row);

        /// A call of the token waits for a batch service.
        void parked(long row, int part);

        /// An attempt of a call ended, with its cost; `awaited` if it answers a call that waited for a batch
        /// service. A cost that is not `known` is the worst case, or 0 without a price.
        void called(long row, int part, long picoUsd, boolean known, boolean awaited);

        /// The token ended with `ending`, in the format of [Ending#of]; there are few different ones.
        void ended(long row, int part, String ending, long totalMicros);
    }

    /// How a token ended: outcome, node, reason code, sink.
    record Ending(String outcome, OptionalInt node, Optional<String> reason, Optional<String> sink) {
        /// Separates the four fields; occurs in no name.
        public static final char BETWEEN = '\u001f';

        public static Ending of(String text) {
            String[] parts = text.split(String.valueOf(BETWEEN), 4);
            if (parts.length != 4) {
                throw new LandscapeException("the landscape holds an outcome that cannot be read: '" + text + "'");
            }
            return new Ending(
                    parts[0],
                    parts[1].isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(parts[1])),
                    Optional.of(parts[2]).filter(word -> !word.isEmpty()),
                    Optional.of(parts[3]).filter(word -> !word.isEmpty()));
        }
    }

    /// A row as read. `start` is its JSON, truncated unless `whole`; empty if the values were deleted.
    record RowHead(
            long row,
            boolean readable,
            String position,
            Optional<String> sourceId,
            Optional<String> start,
            boolean whole) {}

    /// Values that may contain the text: the row as read if `node` is empty, else the output or failure of a visit
    /// to the node.
    record Candidate(long row, int part, OptionalInt node, boolean failed, String json) {}

    @Override
    void close();
}
