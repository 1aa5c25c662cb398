package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.AuditPaths;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.ChainEvents.ChainEnd;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.RowProof.ProvenEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Creates the proof of a row: rehashes the row's events and takes their audit paths from [StoredSubtrees]. Never
/// returns a proof that does not lead to the head's root. Owned by one thread.
final class ProofMaker {
    private static final List<EventTable> OF_ROWS = List.of(
            EventTable.ROW_READ,
            EventTable.NODE_STATE,
            EventTable.OUTCOME,
            EventTable.CALL_INTENT,
            EventTable.CALL_END,
            EventTable.CALL_PARKED,
            EventTable.CALL_REUSED);

    private final Session session;
    private final LogKey log;
    private final Map<LogKey, StoredSubtrees> trees = new HashMap<>();

    ProofMaker(Session session, LogKey log) {
        this.session = session;
        this.log = log;
    }

    RowProof prove(long row, Optional<KeptHead> kept) throws SQLException {
        SortedMap<Long, EventTable> wanted = wanted(row);
        Head head = head(kept);
        if (wanted.isEmpty()) {
            throw new LandscapeException("run " + log.runId() + " has no row " + row);
        }
        requireEvents(head.size());
        boolean sealed = LogKey.writer(wanted.lastKey()) != LogKey.OWNER;
        Optional<Seal> seal = sealed ? Optional.of(seal(head.size())) : Optional.empty();
        var events = new ArrayList<ProvenEvent>();
        for (var event : wanted.entrySet()) {
            LogKey of = log.of(LogKey.writer(event.getKey()));
            long seq = LogKey.seq(event.getKey());
            long size = seal.filter(_ -> of.writer() != LogKey.OWNER)
                    .map(covers -> covers.size(of.writer()))
                    .orElse(head.size());
            if (seq >= size) {
                throw new LandscapeException("event " + seq + " of row " + row
                        + " came after the head that seals " + size
                        + " events; wait for the run's next head, or give a later one with --head");
            }
            events.add(proven(of, event.getValue(), seq, size));
        }
        Optional<ProvenEvent> proof = seal.isEmpty()
                ? Optional.empty()
                : Optional.of(proven(log, EventTable.RUN_EVENT, seal.get().seq(), head.size()));
        return checked(new RowProof(log.runId(), row, head, proof, events), kept);
    }

    private RowProof checked(RowProof proof, Optional<KeptHead> kept) {
        Optional<String> fault = proof.fault(kept, Optional.empty());
        if (fault.isPresent()) {
            throw new LandscapeException("the record does not lead to the root of the head over "
                    + proof.head().size() + " events (" + fault.get() + "); `rowan verify " + log.runId()
                    + "` shows what was changed");
        }
        return proof;
    }

    /// The event that sealed the chains of the writers.
    private record Seal(long seq, List<ChainEnd> chains) {
        long size(int writer) {
            return chains.stream()
                    .filter(chain -> chain.writer() == writer)
                    .mapToLong(ChainEnd::size)
                    .findFirst()
                    .orElse(0);
        }
    }

    /// The last seal among the first `size` events of the run.
    private Seal seal(long size) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT event_id, facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                        + " ORDER BY event_id DESC LIMIT 1")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.eventId(size) - 1);
            select.setString(3, ChainEvents.CHAINS_SEALED);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("the chains of the writers of run " + log.runId()
                            + " are not sealed yet: that is done when the run ends");
                }
                return new Seal(LogKey.seq(row.getLong(1)), ChainEvents.chains(RecordedJson.object(row.getString(2))));
            }
        }
    }

    private void requireEvents(long size) throws SQLException {
        long last = -1;
        for (EventTable table : EventTable.values()) {
            try (PreparedStatement select = session.connection()
                    .prepareStatement(
                            "SELECT max(event_id) FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?")) {
                select.setLong(1, log.firstId());
                select.setLong(2, log.lastId());
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    long eventId = row.getLong(1);
                    last = row.wasNull() ? last : Math.max(last, LogKey.seq(eventId));
                }
            }
        }
        if (size > last + 1) {
            throw new LandscapeException("the head seals " + size + " events, but the record of run " + log.runId()
                    + " has only " + (last + 1) + ": it was cut off, or the head belongs to another record");
        }
    }

    private ProvenEvent proven(LogKey of, EventTable table, long seq, long size) throws SQLException {
        StoredEvent event = stored(of, table, seq);
        StoredSubtrees subtrees = trees.computeIfAbsent(of, chain -> new StoredSubtrees(session, chain));
        Optional<byte[]> prev = seq == 0 ? Optional.empty() : Optional.of(subtrees.root(0, seq - 1));
        String envelope =
                Chain.envelope(of, seq, table, event.time(), event.facts(), event.digest(), event.epoch(), prev);
        if (!Arrays.equals(Chain.leafOf(envelope), event.leaf())) {
            throw new LandscapeException("event " + seq + " is not as it was recorded; `rowan verify " + log.runId()
                    + "` shows what was changed");
        }
        List<String> path = AuditPaths.path(seq, size, subtrees).stream()
                .map(HexFormat.of()::formatHex)
                .toList();
        return new ProvenEvent(of.writer(), seq, envelope, path);
    }

    private StoredEvent stored(LogKey of, EventTable table, long seq) throws SQLException {
        try (PreparedStatement select = session.connection().prepareStatement(StoredEvent.select(table))) {
            select.setLong(1, of.eventId(seq));
            select.setLong(2, of.eventId(seq));
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return StoredEvent.from(table, row);
            }
        }
    }

    /// The row's events by id.
    private SortedMap<Long, EventTable> wanted(long row) throws SQLException {
        var found = new TreeMap<Long, EventTable>();
        for (EventTable table : OF_ROWS) {
            try (PreparedStatement select = session.connection()
                    .prepareStatement("SELECT event_id FROM " + table.table() + " WHERE run_no = ? AND row_seq = ?")) {
                select.setLong(1, log.runNo());
                select.setLong(2, row);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        found.put(rows.getLong(1), table);
                    }
                }
            }
        }
        return found;
    }

    /// The head to prove against: the given one, or the record's last.
    private Head head(Optional<KeptHead> kept) throws SQLException {
        if (kept.isPresent()) {
            return kept.get()
                    .head()
                    .orElseThrow(() -> new LandscapeException(
                            kept.get().where() + " must have last_leaf and time to make a proof with"));
        }
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT time, facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                        + " ORDER BY event_id DESC LIMIT 1")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            select.setString(3, RunEvents.HEAD);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("run " + log.runId() + " has no head: its events were removed");
                }
                return head(row.getLong(1), RecordedJson.object(row.getString(2)));
            }
        }
    }

    private Head head(long time, Map<String, @Nullable Object> facts) {
        Optional<HeadSignature> signature =
                facts.get("key_id") instanceof String by && facts.get("signature") instanceof String text
                        ? Optional.of(new HeadSignature(by, text))
                        : Optional.empty();
        return new Head(
                log.runId(),
                RecordedJson.number(facts.get("size")),
                String.valueOf(facts.get("root")),
                String.valueOf(facts.get("last_leaf")),
                Micros.instant(time),
                signature);
    }
}
