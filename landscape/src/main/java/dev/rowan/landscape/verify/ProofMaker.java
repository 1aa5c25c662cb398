package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.AuditPaths;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes the proof of a row: reads all events that a head seals once, and keeps of them the row's own with
/// their audit paths. Owned by one thread.
final class ProofMaker {
    private static final List<EventTable> OF_ROWS = List.of(
            EventTable.ROW_READ,
            EventTable.NODE_STATE,
            EventTable.OUTCOME,
            EventTable.CALL_INTENT,
            EventTable.CALL_END,
            EventTable.CALL_PARKED);

    private final Session session;
    private final LogKey log;

    ProofMaker(Session session, LogKey log) {
        this.session = session;
        this.log = log;
    }

    RowProof prove(long row, Optional<KeptHead> kept) throws SQLException {
        long[] wanted = wanted(row);
        Head head = head(kept);
        if (wanted.length == 0) {
            throw new LandscapeException("run " + log.runId() + " has no row " + row);
        }
        if (wanted[wanted.length - 1] >= head.size()) {
            throw new LandscapeException("event " + wanted[wanted.length - 1] + " of row " + row
                    + " came after the head that seals " + head.size()
                    + " events; wait for the run's next head, or give a later one with --head");
        }
        var paths = new AuditPaths(wanted);
        var chain = new Chain(log);
        var envelopes = new ArrayList<String>();
        try (var events = new EventStream(session, log)) {
            while (chain.size() < head.size()) {
                StoredEvent event = events.next().orElseThrow(() -> broken(chain.size()));
                byte[] leaf = chain.append(event.table(), event.time(), event.facts(), event.digest(), event.epoch())
                        .leaf();
                if (!Arrays.equals(leaf, event.leaf())) {
                    throw broken(chain.size() - 1);
                }
                paths.append(leaf);
                if (Arrays.binarySearch(wanted, chain.size() - 1) >= 0) {
                    envelopes.add(chain.lastEnvelope());
                }
            }
        }
        if (!chain.root().equals(head.root())) {
            throw new LandscapeException("the record does not lead to the root of the head: `rowan verify` says why");
        }
        return new RowProof(log.runId(), row, head, events(wanted, envelopes, paths.paths()));
    }

    private static LandscapeException broken(long seq) {
        return new LandscapeException("event " + seq + " is not as it was recorded: `rowan verify` says more");
    }

    private static List<ProvenEvent> events(long[] wanted, List<String> envelopes, List<List<byte[]>> paths) {
        var events = new ArrayList<ProvenEvent>();
        for (int i = 0; i < wanted.length; i++) {
            events.add(new ProvenEvent(
                    wanted[i],
                    envelopes.get(i),
                    paths.get(i).stream().map(HexFormat.of()::formatHex).toList()));
        }
        return events;
    }

    private long[] wanted(long row) throws SQLException {
        var found = new TreeSet<Long>();
        for (EventTable table : OF_ROWS) {
            try (PreparedStatement select = session.connection()
                    .prepareStatement("SELECT event_id FROM " + table.table() + " WHERE run_no = ? AND row_seq = ?")) {
                select.setLong(1, log.runNo());
                select.setLong(2, row);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        found.add(LogKey.seq(rows.getLong(1)));
                    }
                }
            }
        }
        return found.stream().mapToLong(seq -> seq).toArray();
    }

    /// The head to prove by: the one given, or the last in the record.
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
