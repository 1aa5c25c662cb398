package dev.rowan.landscape.write;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.WriterEpoch;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who holds which split of a run: applies the events of a writer to `run_split`, in the transaction that records
/// them.
final class SplitTable {
    private final Session session;
    private final LogKey log;

    SplitTable(Session session, LogKey log) {
        this.session = session;
        this.log = log;
    }

    /// A split as last recorded.
    record Held(WriterEpoch holder, boolean done) {}

    Optional<Held> read(int split) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT writer, epoch, done FROM run_split WHERE run_no = ? AND split = ?")) {
            select.setInt(1, log.runNo());
            select.setInt(2, split);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Held(new WriterEpoch(row.getInt(1), row.getInt(2)), row.getInt(3) != 0))
                        : Optional.empty();
            }
        }
    }

    /// Applies an event of the writer in `epoch`, if it is about a split; throws if the split is not as it says.
    void apply(Event event, int epoch) throws SQLException {
        if (event.table() != EventTable.RUN_EVENT) {
            return;
        }
        if (ChainEvents.SPLIT_OPENED.equals(event.facts()[0])) {
            Map<String, @Nullable Object> facts = RecordedJson.object(String.valueOf(event.facts()[1]));
            Optional<WriterEpoch> from = ChainEvents.from(facts);
            SplitRange split = ChainEvents.split(facts);
            if (from.isPresent()) {
                reopen(split, from.get(), epoch);
            } else {
                insert(split, epoch);
            }
        } else if (ChainEvents.SPLIT_DONE.equals(event.facts()[0])) {
            Map<String, @Nullable Object> facts = RecordedJson.object(String.valueOf(event.facts()[1]));
            done((int) RecordedJson.number(facts.get("split")), epoch);
        }
    }

    private void insert(SplitRange split, int epoch) throws SQLException {
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO run_split (run_no, split, first_row, rows, writer, epoch)"
                        + " VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setInt(1, log.runNo());
            insert.setInt(2, split.split());
            insert.setLong(3, split.firstRow());
            insert.setLong(4, split.rows());
            insert.setInt(5, log.writer());
            insert.setInt(6, epoch);
            insert.executeUpdate();
        }
    }

    private void reopen(SplitRange split, WriterEpoch from, int epoch) throws SQLException {
        try (PreparedStatement update = session.connection()
                .prepareStatement(
                        "UPDATE run_split SET writer = ?, epoch = ?, openings = openings + 1 WHERE run_no = ? AND split = ?"
                                + " AND first_row = ? AND rows = ? AND writer = ? AND epoch = ? AND done = 0")) {
            update.setInt(1, log.writer());
            update.setInt(2, epoch);
            update.setInt(3, log.runNo());
            update.setInt(4, split.split());
            update.setLong(5, split.firstRow());
            update.setLong(6, split.rows());
            update.setInt(7, from.writer());
            update.setInt(8, from.epoch());
            requireOne(update.executeUpdate(), split.split(), "opened by another writer meanwhile, or has other rows");
        }
    }

    private void done(int split, int epoch) throws SQLException {
        try (PreparedStatement update = session.connection()
                .prepareStatement("UPDATE run_split SET done = 1"
                        + " WHERE run_no = ? AND split = ? AND writer = ? AND epoch = ? AND done = 0")) {
            update.setInt(1, log.runNo());
            update.setInt(2, split);
            update.setInt(3, log.writer());
            update.setInt(4, epoch);
            requireOne(update.executeUpdate(), split, "done already, or not held by writer " + log.writer());
        }
    }

    private void requireOne(int updated, int split, String why) {
        if (updated != 1) {
            throw new LandscapeException("split " + split + " of run " + log.runId() + " is " + why);
        }
    }
}
