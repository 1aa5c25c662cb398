package dev.rowan.landscape.verify;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.ChainEvents.ChainEnd;
import dev.rowan.landscape.fold.EventCounter;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes a run's record again with other events, chained and sealed as if they had been recorded so: a defect of ours,
/// or a rebuild by someone who can write the database.
final class Forge {
    private static final List<String> RULES = List.of(
            "row_read_by_row",
            "outcome_by_token",
            "call_intent_once",
            "call_end_once",
            "call_end_answered",
            "call_parked_once",
            "call_intent_by_job");

    private Forge() {}

    /// Whether heads state the counts of the new events or keep those they had.
    enum Tallies {
        COUNTED,
        KEPT
    }

    static void rebuild(Path folder, String runId, Tallies tallies, UnaryOperator<List<StoredEvent>> change)
            throws SQLException {
        rebuild(folder, runId, LogKey.OWNER, tallies, change);
    }

    /// Changes the chain of one writer; a seal states the new ends of the chains that it names.
    static void rebuild(Path folder, String runId, int writer, Tallies tallies, UnaryOperator<List<StoredEvent>> change)
            throws SQLException {
        try (Session session = Database.of("sqlite:rowan.db", folder).open()) {
            var owner = new LogKey(1, LogKey.OWNER, runId);
            session.begin();
            var chains = new TreeMap<Integer, List<StoredEvent>>(Comparator.reverseOrder());
            for (int each : ChainMerge.writers(session, owner)) {
                List<StoredEvent> events = read(session, owner.of(each));
                chains.put(each, each == writer ? change.apply(events) : events);
            }
            for (String rule : RULES) {
                session.execute("DROP INDEX IF EXISTS " + rule);
            }
            for (EventTable table : EventTable.values()) {
                session.execute("DELETE FROM " + table.table());
            }
            var ends = new HashMap<Integer, ChainEnd>();
            for (var each : chains.entrySet()) {
                Chain chain = write(session, owner.of(each.getKey()), each.getValue(), tallies, ends);
                ends.put(each.getKey(), new ChainEnd(each.getKey(), chain.size(), chain.root(), chain.lastLeaf()));
            }
            session.commit();
        }
    }

    private static Chain write(
            Session session, LogKey log, List<StoredEvent> events, Tallies tallies, Map<Integer, ChainEnd> ends)
            throws SQLException {
        var chain = new Chain(log);
        var tally = new RunCounts();
        for (StoredEvent event : events) {
            insert(session, log, chain, resealed(sealing(event, ends), chain, tally, tallies));
            EventCounter.count(new Event(event.table(), event.time(), event.facts(), Optional.empty()), tally);
        }
        return chain;
    }

    private static StoredEvent sealing(StoredEvent event, Map<Integer, ChainEnd> ends) {
        if (!event.isOf(ChainEvents.CHAINS_SEALED)) {
            return event;
        }
        List<ChainEnd> named = ChainEvents.chains(RecordedJson.object(String.valueOf(event.facts()[1])));
        return with(
                event,
                ChainEvents.sealed(
                                named.stream()
                                        .map(chain -> ends.getOrDefault(chain.writer(), chain))
                                        .toList(),
                                FakeTime.START)
                        .facts());
    }

    /// Every event of the run, as it stands.
    static List<StoredEvent> events(Path folder, String runId) throws SQLException {
        try (Session session = Database.of("sqlite:rowan.db", folder).open()) {
            session.begin();
            List<StoredEvent> events = read(session, new LogKey(1, 0, runId));
            session.rollback();
            return events;
        }
    }

    private static List<StoredEvent> read(Session session, LogKey log) throws SQLException {
        var events = new ArrayList<StoredEvent>();
        try (var stream = new EventStream(session, log)) {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                events.add(event.get());
            }
        }
        return events;
    }

    private static StoredEvent resealed(StoredEvent event, Chain chain, RunCounts tally, Tallies tallies) {
        if (!event.isOf(RunEvents.HEAD)) {
            return event;
        }
        Map<String, @Nullable Object> facts = RecordedJson.object(String.valueOf(event.facts()[1]));
        var head = new Head("", chain.size(), chain.root(), chain.lastLeaf(), FakeTime.START, Optional.empty());
        RunCounts stated = tallies == Tallies.KEPT ? RunCounts.of(RecordedJson.map(facts.get("tally"))) : tally;
        return with(event, RunEvents.head(head, chain.subtrees(), stated).facts());
    }

    static StoredEvent with(StoredEvent e, @Nullable Object[] facts) {
        return new StoredEvent(
                e.table(),
                e.eventId(),
                e.runNo(),
                e.epoch(),
                e.time(),
                e.leaf(),
                e.codec(),
                e.digest(),
                e.salt(),
                e.payload(),
                facts);
    }

    static StoredEvent with(StoredEvent event, String fact, @Nullable Object value) {
        @Nullable Object[] facts = event.facts().clone();
        facts[event.table().indexOf(fact)] = value;
        return with(event, facts);
    }

    static StoredEvent inEpoch(StoredEvent e, int epoch) {
        return new StoredEvent(
                e.table(),
                e.eventId(),
                e.runNo(),
                epoch,
                e.time(),
                e.leaf(),
                e.codec(),
                e.digest(),
                e.salt(),
                e.payload(),
                e.facts());
    }

    /// A rare event like `sample`, of another type.
    static StoredEvent rare(StoredEvent sample, int epoch, String type, String facts) {
        return new StoredEvent(
                EventTable.RUN_EVENT,
                0,
                sample.runNo(),
                epoch,
                sample.time(),
                new byte[32],
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new @Nullable Object[] {type, facts});
    }

    private static void insert(Session session, LogKey log, Chain chain, StoredEvent event) throws SQLException {
        List<Column> facts = event.table().facts();
        List<String> columns = Stream.concat(
                        Stream.of(
                                "event_id",
                                "run_no",
                                "epoch",
                                "time",
                                "leaf",
                                "payload_length",
                                "payload_sha256",
                                "salt",
                                "payload"),
                        facts.stream().map(Column::name))
                .toList();
        var link = chain.append(event.table(), event.time(), event.facts(), event.digest(), event.epoch());
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO " + event.table().table() + " (" + String.join(", ", columns)
                        + ") VALUES (" + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")")) {
            insert.setLong(1, log.eventId(link.seq()));
            insert.setLong(2, log.runNo());
            insert.setLong(3, event.epoch());
            insert.setLong(4, event.time());
            insert.setBytes(5, link.leaf());
            insert.setObject(6, event.digest().map(digest -> digest.length()).orElse(null));
            insert.setBytes(7, event.digest().map(digest -> digest.sha256()).orElse(null));
            insert.setBytes(8, event.salt().orElse(null));
            insert.setBytes(9, event.payload().orElse(null));
            for (int i = 0; i < facts.size(); i++) {
                facts.get(i).bind(insert, 10 + i, event.facts()[i]);
            }
            insert.executeUpdate();
        }
    }
}
