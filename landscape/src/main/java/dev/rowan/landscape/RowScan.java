package dev.rowan.landscape;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Reads many rows of a run at once, in pieces: what tables and searches over a million rows are made of.
///
/// Each question is a transaction of its own, so that none of them keeps the database from cleaning up behind
/// a run that works. Owned by one thread, but for [#cancel].
public interface RowScan extends AutoCloseable {

    /// Tells `fold` of the events behind `from`, of `span` numbers at most: first the rows read, then calls,
    /// then outcomes.
    Reached scan(String runId, Place from, int span, Fold fold);

    /// Tells `fold` all there is so far of the first `most` rows behind `row`, in the same order.
    void rows(String runId, long row, int most, Fold fold);

    /// How each of these rows came, with the beginning of its values; those that the run has not read are
    /// left out.
    List<RowHead> heads(String runId, List<Long> rows);

    /// The number of the run's last event.
    long lastEvent(String runId);

    /// Values among the events `from` to `to`, inclusive, whose JSON has `text` in it, capital or small
    /// letters (of ASCII) being the same. It may stand in a name or across values too: see [SearchTerm] for what
    /// counts.
    void search(String runId, SearchTerm text, long from, long to, Consumer<Candidate> found);

    /// The same among the values of these rows.
    void search(String runId, SearchTerm text, List<Long> rows, Consumer<Candidate> found);

    /// Stops the question that is being answered, which then fails. Any thread may call this.
    void cancel();

    /// How far a run was read: all events up to the number `event`, and in them all rows up to `row`.
    record Place(long event, long row) {
        public static final Place START = new Place(-1, -1);
    }

    /// Where a scan came to, and the number of the last event there is.
    record Reached(Place place, long last) {
        public boolean isCaughtUp() {
            return place.event() >= last;
        }
    }

    /// Takes what a scan finds. A token is a row and its part.
    interface Fold {
        void read(long row);

        /// A call of the token waits for a batch service.
        void parked(long row, int part);

        /// An attempt of a call has ended, for so much; `awaited` if it answers one that waited for a batch
        /// service. Where the cost is not `known` it is the worst case, or 0 where there is no price.
        void called(long row, int part, long picoUsd, boolean known, boolean awaited);

        /// The token has ended as `ending` says, in the form that [Ending#of] reads; few differ.
        void ended(long row, int part, String ending, long totalMicros);
    }

    /// How a token ended, without what is its own: the word of its outcome, the node where it did, the code
    /// of the reason, the sink.
    record Ending(String outcome, OptionalInt node, Optional<String> reason, Optional<String> sink) {
        /// Parts the four in an ending; it is in no name.
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

    /// How a row came. `start` is its JSON, or the beginning of it when `whole` is false; it is empty when
    /// the values were deleted.
    record RowHead(
            long row,
            boolean readable,
            String position,
            Optional<String> sourceId,
            Optional<String> start,
            boolean whole) {}

    /// Values that may have the text in them: as they were read when `node` is empty, else what a visit to
    /// the node made of them, or why it failed.
    record Candidate(long row, int part, OptionalInt node, boolean failed, String json) {}

    @Override
    void close();
}
