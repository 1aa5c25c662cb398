package dev.rowan.landscape.read;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.EventCounter;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state of a run as a fold: the counts of its last head and the events after it.
final class Summaries {
    private final Query query;

    Summaries(Query query) {
        this.query = query;
    }

    /// A recorded run event.
    private record Noted(long eventId, long time, Map<String, @Nullable Object> facts) {
        String text(String fact) {
            return String.valueOf(facts.get(fact));
        }

        Optional<String> maybe(String fact) {
            return Optional.ofNullable(facts.get(fact)).map(String::valueOf);
        }
    }

    /// An event after the last head.
    private record Later(long eventId, Event event) {}

    RunSummary of(RunRow run) throws SQLException {
        LogKey log = run.log();
        Noted started = find(log, RunEvents.RUN_STARTED, "ASC").orElseThrow(() -> damaged(run));
        Noted head = find(log, RunEvents.HEAD, "DESC").orElseThrow(() -> damaged(run));
        List<Later> later = after(log, head.eventId());
        List<ChainState> others = others(run);
        RunCounts tally = sum(tally(log, head, later), others);
        boolean held = query.isHeld(run);
        Optional<Noted> ended = held ? Optional.empty() : end(log, tally);
        long lastTime = Math.max(
                lastTime(head, later),
                others.stream().mapToLong(ChainState::lastTime).max().orElse(0));
        long lastId = later.stream().mapToLong(Later::eventId).max().orElse(head.eventId());
        return new RunSummary(
                run.runId(),
                run.name(),
                held ? RunSummary.RUNNING : ended.map(end -> end.text("status")).orElse(RunSummary.KILLED),
                ended.flatMap(end -> end.maybe("why")),
                Micros.instant(started.time()),
                ended.map(end -> Micros.instant(end.time())),
                Micros.instant(lastTime),
                tally.rowsRead(),
                tally.rowsEnded(),
                tally.outcomes(),
                tally.sinks(),
                tally.reasons(),
                started.text("source"),
                started.maybe("pipeline_file"),
                started.text("rowan_version"),
                started.text("operator"),
                LogKey.seq(lastId)
                        + 1
                        + others.stream().mapToLong(ChainState::size).sum(),
                head.text("root"),
                tally.calls().totals(),
                isSimulated(run),
                tally.timesResumed(),
                awaiting(tally),
                new BatchJobs(query).byStep(run),
                tally.rowsDerived());
    }

    Head head(RunRow run) throws SQLException {
        Noted last = find(run.log(), RunEvents.HEAD, "DESC").orElseThrow(() -> damaged(run));
        var head = new Head(
                run.runId(),
                LogKey.seq(last.eventId()),
                last.text("root"),
                last.text("last_leaf"),
                Micros.instant(last.time()),
                Optional.empty());
        return last.maybe("key_id")
                .flatMap(by -> last.maybe("signature").map(sign -> head.signed(new HeadSignature(by, sign))))
                .orElse(head);
    }

    /// Each parked call keeps a row waiting, usually one of its own.
    private static long awaiting(RunCounts tally) {
        CallTotals.InJobs jobs = tally.calls().totals().jobs();
        return Math.min(jobs.parked() + jobs.open(), tally.rowsRead() + tally.rowsDerived() - tally.rowsEnded());
    }

    /// The run's end, unless it was resumed later.
    private Optional<Noted> end(LogKey log, RunCounts tally) throws SQLException {
        Optional<Noted> ended = find(log, RunEvents.RUN_ENDED, "DESC");
        if (ended.isEmpty() || tally.timesResumed() == 0) {
            return ended;
        }
        long resumed =
                find(log, RunEvents.RUN_RESUMED, "DESC").map(Noted::eventId).orElse(0L);
        return ended.filter(end -> end.eventId() > resumed);
    }

    CallTotals calls(RunRow run) throws SQLException {
        Noted head = find(run.log(), RunEvents.HEAD, "DESC").orElseThrow(() -> damaged(run));
        return sum(tally(run.log(), head, after(run.log(), head.eventId())), others(run))
                .calls()
                .totals();
    }

    /// The tokens on the edges of a graph: counted by the heads, or else from all events.
    RunFlow flow(RunRow run) throws SQLException {
        Noted head = find(run.log(), RunEvents.HEAD, "DESC").orElseThrow(() -> damaged(run));
        Optional<RunFlow> counted = RunChains.others(query, run).isEmpty()
                ? tally(run.log(), head, after(run.log(), head.eventId())).flow()
                : Optional.empty();
        return counted.isPresent() ? counted.get() : new RunFlows(query).of(run);
    }

    /// The chain of a writer beside the owner: its counts, its number of events, and the time of the last.
    private record ChainState(RunCounts tally, long size, long lastTime) {}

    private List<ChainState> others(RunRow run) throws SQLException {
        var states = new ArrayList<ChainState>();
        for (LogKey log : RunChains.others(query, run)) {
            Noted head = find(log, RunEvents.HEAD, "DESC").orElseThrow(() -> damaged(run));
            List<Later> later = after(log, head.eventId());
            states.add(new ChainState(
                    tally(log, head, later), LogKey.seq(head.eventId()) + 1 + later.size(), lastTime(head, later)));
        }
        return states;
    }

    private static RunCounts sum(RunCounts owner, List<ChainState> others) {
        var counts = new ArrayList<>(List.of(owner));
        others.forEach(other -> counts.add(other.tally()));
        return others.isEmpty() ? owner : RunCounts.sum(counts);
    }

    private static long lastTime(Noted head, List<Later> later) {
        return later.stream().mapToLong(one -> one.event().time()).max().orElse(head.time());
    }

    private RunCounts tally(LogKey log, Noted head, List<Later> later) throws SQLException {
        RunCounts tally = RunCounts.of(RecordedJson.map(head.facts().get("tally")));
        if (later.stream().anyMatch(one -> one.event().table() == EventTable.CALL_END)) {
            new CallRecords(query).openAt(log, head.eventId(), tally.calls());
        }
        later.forEach(one -> EventCounter.count(one.event(), tally));
        return tally;
    }

    /// From the settings recorded with the start; if they were deleted, from the log of purges.
    private boolean isSimulated(RunRow run) throws SQLException {
        Optional<byte[]> settings = query.first(
                        "SELECT payload FROM run_event WHERE event_id = ?",
                        row -> Query.bytes(row, "payload"),
                        run.log().firstId())
                .flatMap(bytes -> bytes);
        if (settings.isEmpty()) {
            return query.first("SELECT 1 FROM purge WHERE run_no = ? AND simulated = 1", _ -> true, run.runNo())
                    .isPresent();
        }
        return RecordedJson.object(settings.get()).get("settings") instanceof Map<?, ?> map
                && Boolean.TRUE.equals(map.get("simulated"));
    }

    private Optional<Noted> find(LogKey log, String type, String order) throws SQLException {
        return query.first(
                "SELECT event_id, time, facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                        + " ORDER BY event_id " + order,
                row -> new Noted(row.getLong(1), row.getLong(2), RecordedJson.object(row.getString(3))),
                log.firstId(),
                log.lastId(),
                type);
    }

    private List<Later> after(LogKey log, long eventId) throws SQLException {
        var later = new ArrayList<Later>();
        for (EventTable table : EventTable.values()) {
            String facts = table.facts().stream().map(Column::name).collect(Collectors.joining(", "));
            later.addAll(query.list(
                    "SELECT event_id, time, " + facts + " FROM " + table.table()
                            + " WHERE event_id > ? AND event_id <= ?",
                    row -> new Later(row.getLong(1), event(table, row)),
                    eventId,
                    log.lastId()));
        }
        later.sort(Comparator.comparingLong(Later::eventId));
        return later;
    }

    private static Event event(EventTable table, ResultSet row) throws SQLException {
        @Nullable Object[] facts = new @Nullable Object[table.facts().size()];
        for (int i = 0; i < facts.length; i++) {
            facts[i] = table.facts().get(i).read(row, i + 3);
        }
        return Event.of(table, row.getLong(2), facts);
    }

    private static LandscapeException damaged(RunRow run) {
        return new LandscapeException("the record of run " + run.runId() + " lacks its first events: it is damaged");
    }
}
