package dev.rowan.landscape.purge;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.lease.LeaseRow;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import dev.rowan.landscape.read.SqlLandscapeReader;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletes payloads together with their salts. Every event keeps the digest of its payload, so the hash chain
/// stays valid; deletions are logged in the table `purge`, which is not part of the chain.
///
/// A run whose lease is held is rejected: the lease is checked in the deleting transaction. Owned by one thread.
public final class Purge implements AutoCloseable {
    private final Database database;
    private final Session session;
    private final LandscapeReader reader;
    private final Time time;

    private Purge(Database database, Session session, Time time) {
        this.database = database;
        this.session = session;
        this.reader = new SqlLandscapeReader(database, database.openToRead(), ReconnectPolicy.ONCE);
        this.time = time;
    }

    /// Opens an existing landscape and migrates its schema.
    public static Purge open(String url, Path base, Time time) {
        Database database = Database.of(url, base);
        try {
            database.openToRead().close();
        } catch (SQLException error) {
            throw database.explain("opening it", error);
        }
        Session session = database.open();
        try {
            Migrations.migrate(database, session, Faults.NONE);
            return new Purge(database, session, time);
        } catch (RuntimeException broken) {
            session.closeAfter(broken);
            throw broken;
        }
    }

    public String resolve(String run) {
        return reader.runs().resolve(run);
    }

    /// The plan to delete whole runs, by the selection of runs.
    public List<PurgePlan> planRecords(PurgeSelection selection, boolean evenIncomplete) {
        List<RunSummary> all = runs(Optional.empty());
        List<RunSummary> chosen = all.stream()
                .filter(run -> switch (selection) {
                    case PurgeSelection.WholeRun(String runId) -> run.runId().equals(runId);
                    case PurgeSelection.OlderThan(Instant before) ->
                        run.lastEvent().isBefore(before);
                    case PurgeSelection.OneRow _, PurgeSelection.SourceId _ ->
                        throw new IllegalArgumentException("a record is deleted by run or age");
                })
                .toList();
        var references = new RunReferences(reader, all);
        return chosen.stream()
                .map(run -> planned(run, Optional.empty(), evenIncomplete))
                .map(plan -> plan.refusal().isPresent()
                        ? plan
                        : plan.refused(
                                inTransaction("looking for runs that use it", in -> references.to(plan.run(), in))))
                .toList();
    }

    /// Deletes whole runs, logs it for `operator`, and returns how many events they had.
    public long deleteRecords(List<PurgePlan> plans, PurgeSelection selection, String operator) {
        for (PurgePlan planned : plans) {
            inTransaction("deleting a run", _ -> {
                String runId = planned.run().runId();
                LogKey log = log(runId);
                refuseHeld(log);
                new PurgeRecord(
                                session,
                                log,
                                Micros.of(time.instant()),
                                operator,
                                "record of " + runId + " with root "
                                        + planned.run().root() + " by " + selection.criterion())
                        .insert(planned.amount(), planned.run().simulated());
                new RecordDeletion(session).hide(log.runNo());
                return runId;
            });
        }
        try {
            return new RecordDeletion(session).finish();
        } catch (SQLException error) {
            throw database.explain("deleting events", error);
        }
    }

    /// The plan per run. Runs with nothing to delete are left out, unless they were named.
    public List<PurgePlan> plan(PurgeSelection selection, boolean evenIncomplete) {
        return switch (selection) {
            case PurgeSelection.WholeRun(String runId) ->
                List.of(planned(reader.runs().summary(runId), Optional.empty(), evenIncomplete));
            case PurgeSelection.OneRow(String runId, long rowSeq) -> {
                RunSummary run = reader.runs().summary(runId);
                if (rowSeq < 1 || (rowSeq > run.rowsRead() && !RowOrigin.isDerived(rowSeq))) {
                    throw new LandscapeException("run " + runId + " has no row " + rowSeq + "; it read "
                            + (run.rowsRead() == 0 ? "none" : "rows 1 to " + run.rowsRead()));
                }
                yield List.of(planned(run, Optional.of(withDerived(runId, List.of(rowSeq))), evenIncomplete));
            }
            case PurgeSelection.SourceId(String id, Optional<String> runId) ->
                runs(runId).stream()
                        .map(run -> planned(
                                run,
                                Optional.of(withDerived(run.runId(), rowsWithId(run.runId(), id))),
                                evenIncomplete))
                        .filter(Purge::hasPayloads)
                        .toList();
            case PurgeSelection.OlderThan older ->
                runs(Optional.empty()).stream()
                        .filter(run -> run.lastEvent().isBefore(older.before()))
                        .map(run -> planned(run, Optional.empty(), evenIncomplete))
                        .filter(Purge::hasPayloads)
                        .toList();
        };
    }

    /// What an aggregate made of a row has values of the row.
    private List<Long> withDerived(String runId, List<Long> rows) {
        return inTransaction("following groups", _ -> new PayloadDeletion(session, log(runId)).withDerived(rows));
    }

    private static boolean hasPayloads(PurgePlan planned) {
        return planned.amount().payloads() > 0;
    }

    private List<RunSummary> runs(Optional<String> runId) {
        return runId.map(id -> List.of(reader.runs().summary(id)))
                .orElseGet(() -> reader.runs().newest(Integer.MAX_VALUE));
    }

    private PurgePlan planned(RunSummary run, Optional<List<Long>> rows, boolean evenIncomplete) {
        Amount amount =
                inTransaction("counting values", _ -> count(new PayloadDeletion(session, log(run.runId())), rows));
        List<Long> sharing = rows.isEmpty()
                ? List.of()
                : inTransaction(
                        "looking for shared answers",
                        _ -> new SharedPayloads(session, log(run.runId())).others(rows.get()));
        return new PurgePlan(run, rows, sharing, amount, refusal(run, evenIncomplete));
    }

    private static Amount count(PayloadDeletion payloads, Optional<List<Long>> rows) throws SQLException {
        if (rows.isEmpty()) {
            return payloads.count();
        }
        Amount amount = Amount.NONE;
        for (long row : rows.get()) {
            amount = amount.plus(payloads.count(row));
        }
        return amount;
    }

    private static Optional<String> refusal(RunSummary run, boolean evenIncomplete) {
        if (run.status().equals(RunSummary.RUNNING)) {
            return Optional.of("run " + run.runId() + " is running: purge it when it has ended, or stop it first");
        }
        if (!run.status().equals(RunEnd.Status.COMPLETED.word()) && !evenIncomplete) {
            return Optional.of("run " + run.runId() + " is not complete (" + run.status()
                    + "), and could not be resumed for rows without values: resume it first,"
                    + " or purge it with --even-incomplete");
        }
        return Optional.empty();
    }

    private List<Long> rowsWithId(String runId, String id) {
        return inTransaction("looking for a source id", _ -> {
            LogKey log = log(runId);
            try (PreparedStatement select = session.connection()
                    .prepareStatement("SELECT row_seq FROM row_read WHERE event_id BETWEEN ? AND ? AND source_id = ?"
                            + " ORDER BY event_id")) {
                select.setLong(1, log.firstId());
                select.setLong(2, log.lastIdOfRun());
                select.setString(3, id);
                var found = new ArrayList<Long>();
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        found.add(row.getLong(1));
                    }
                }
                return found;
            }
        });
    }

    /// Executes a plan in one transaction, logs it for `operator`, and returns the amount actually deleted.
    public Amount delete(PurgePlan planned, PurgeSelection selection, String operator) {
        planned.refusal().ifPresent(why -> {
            throw new LandscapeException(why);
        });
        return inTransaction("deleting values", _ -> {
            LogKey log = log(planned.run().runId());
            refuseHeld(log);
            var payloads = new PayloadDeletion(session, log);
            var record = new PurgeRecord(session, log, Micros.of(time.instant()), operator, selection.criterion());
            boolean simulated = planned.run().simulated();
            if (planned.rows().isEmpty()) {
                Amount amount = payloads.count();
                payloads.delete();
                record.insert(Optional.empty(), amount, simulated);
                return amount;
            }
            Amount all = Amount.NONE;
            for (long row : planned.rows().get()) {
                Amount amount = payloads.count(row);
                payloads.delete(row);
                record.insert(Optional.of(row), amount, simulated);
                all = all.plus(amount);
            }
            return all;
        });
    }

    /// The check holds until the transaction ends, as for every writer of a run.
    private void refuseHeld(LogKey log) throws SQLException {
        try (PreparedStatement keep = session.connection()
                .prepareStatement("SELECT epoch FROM run_lease WHERE run_no = ?"
                        + database.dialect().kept())) {
            keep.setInt(1, log.runNo());
            keep.executeQuery().close();
        }
        Optional<LeaseRow> lease = LeaseRow.read(database, session.connection(), log.runNo());
        if (lease.isPresent() && lease.get().isAlive(database)) {
            throw new LandscapeException("run " + log.runId() + " is running, held by "
                    + lease.get().ownerName() + ": purge it when it has ended, or stop it first");
        }
    }

    /// Removes the deleted bytes from the files, also those left by an earlier purge.
    public CleanupResult clean() {
        reader.close();
        return new PayloadCleanup(database, session).clean();
    }

    private LogKey log(String runId) throws SQLException {
        return new LogKey(session.runNo(runId), 0, runId);
    }

    private <T> T inTransaction(String doing, Session.Work<T> work) {
        try {
            new PayloadCleanup(database, session).prepare();
            return session.inTransaction(work);
        } catch (SQLException error) {
            throw database.explain(doing, error);
        }
    }

    @Override
    public void close() {
        try (reader) {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
