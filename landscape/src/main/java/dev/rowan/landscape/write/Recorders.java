package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.lease.Lease;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.lease.Leases;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.seal.SigningKey;
import dev.rowan.landscape.sink.SinkLocks;
import dev.rowan.landscape.store.BoundedReconnect;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/// Starts and resumes the recording of runs in one database, each with its own session and writer thread.
public final class Recorders {
    private final Database database;
    private final Leases leases;
    private final Time time;
    private final Salts salts;
    private final Faults faults;
    private final Optional<SigningKey> signer;
    private final BoundedReconnect reconnects;
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();

    /// `reconnects` limits how long a run waits for its database.
    public Recorders(
            Database database,
            Time time,
            RandomGenerator random,
            Faults faults,
            Optional<SigningKey> signer,
            BoundedReconnect reconnects) {
        this.signer = signer;
        this.reconnects = reconnects;
        this.database = database;
        this.leases = new Leases(database, time);
        this.faults = faults;
        this.time = time;
        this.salts = new Salts(random);
    }

    /// Durably records the start of the run and passes the log to its writer thread. The runs in `abandoned` end in
    /// the same transaction.
    public LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned)
            throws InterruptedException {
        Session session = database.open();
        var taken = new ArrayList<Lease>();
        try {
            for (String other : abandoned) {
                taken.add(leases.takeOver(session, other));
            }
            LandscapeRecorder recorder = start(run, outputs, taken, session);
            taken.forEach(Lease::close);
            return recorder;
        } catch (SQLException error) {
            session.closeAfter(error);
            taken.forEach(lease -> leases.giveBack(lease, error));
            throw database.explain("abandoning a run", error);
        } catch (InterruptedException | RuntimeException | Error stopped) {
            session.closeAfter(stopped);
            taken.forEach(lease -> leases.giveBack(lease, stopped));
            throw stopped;
        }
    }

    /// Takes ownership of the session.
    LandscapeRecorder start(RunStart run, List<String> outputs, List<Lease> abandoned, Session session) {
        var encoder = new EntryEncoder(salts);
        try {
            Instant now = time.instant();
            session.begin();
            session.execute(database.dialect().lock());
            for (Lease other : abandoned) {
                abandon(other, run, encoder, session);
            }
            Continuations.refuseSecond(session, run);
            var log = new LogKey(register(session, run, now), LogKey.OWNER, run.runId());
            SinkLocks.acquire(database, session, log.runNo(), outputs);
            Lease lease = leases.first(session, run.runId(), log.runNo());
            try {
                LogWriter writer = writer(LogState.empty(log), lease, session);
                writer.append(ResumeEntries.declared(RunEvents.started(run, now), run, encoder, now));
                writer.addHead();
                writer.commit();
                return recorder(encoder, writer);
            } catch (SQLException | RuntimeException | Error error) {
                lease.close();
                throw error;
            }
        } catch (SQLException error) {
            session.closeAfter(error);
            throw database.explain("starting the record of the run", error);
        } catch (RuntimeException | Error defect) {
            session.closeAfter(defect);
            throw defect;
        }
    }

    /// Ends another run in the transaction that starts `run`.
    private void abandon(Lease lease, RunStart run, EntryEncoder encoder, Session session) throws SQLException {
        var log = new LogKey(lease.runNo(), LogKey.OWNER, lease.runId());
        var guard = new LeaseGuard(database, session, lease, time);
        guard.check();
        LogState state = new LogTail(log, session).read();
        refuseUnsettled(lease.runId(), state);
        List<LogState> chains = new WriterChains(database, session, time, faults).stopAll(log, lease.epoch());
        var by = new RunResume(run.rowanVersion(), run.operator(), run.commandLine(), List.of(), Optional.empty());
        var resumption = new ResumeEntries(
                by,
                lease.epoch(),
                new OpenAttempts(log, session).all(state.tally().calls()));
        long others =
                chains.stream().mapToLong(chain -> chain.tally().rowsRead()).sum();
        var end = new RunEnd(
                RunEnd.Status.ABANDONED,
                state.tally().rowsRead() + others,
                Optional.of(
                        "abandoned by " + run.operator() + ", so that run " + run.runId() + " could take its place"));
        var writer = new LogWriter(state, guard, session, time, faults, signer);
        writer.append(resumption.events(encoder, time.instant()));
        writer.append(List.of(RunEvents.ended(end, time.instant())));
        writer.flush();
        writer.closeStatements();
    }

    /// Unsettled batch jobs are billed, and nobody could collect or cancel them after the end.
    private static void refuseUnsettled(String runId, LogState state) {
        long open = state.tally().calls().totals().jobs().open();
        if (open > 0) {
            throw new RunRefusedException((program, where) ->
                    ("run %s cannot be abandoned: %,d of its calls are in batches that have not ended and are billed;"
                                    + " collect them: %s batch watch %s%s; or cancel them: %s batch cancel %s --all%s")
                            .formatted(runId, open, program, runId, where, program, runId, where));
        }
    }

    private static int register(Session session, RunStart run, Instant now) throws SQLException {
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO run (run_id, name, started) VALUES (?, ?, ?) RETURNING run_no")) {
            insert.setString(1, run.runId());
            insert.setString(2, run.name());
            insert.setLong(3, Micros.of(now));
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /// Takes over the run, ends what its previous owner left open and records the resume: all in one transaction
    /// after the lease is acquired, so that a crash in between leaves the run resumable.
    public ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException {
        by.changed().map(RunStart::runId).filter(id -> !id.equals(runId)).ifPresent(other -> {
            throw new IllegalArgumentException("run " + runId + " cannot become run " + other);
        });
        Session session = database.open();
        try {
            Lease lease = leases.takeOver(session, runId);
            try {
                faults.at(FaultPoint.TAKEN_OVER);
                return resumed(lease, by, outputs, session);
            } catch (SQLException | RuntimeException | Error error) {
                session.closeAfter(error);
                leases.giveBack(lease, error);
                throw error;
            }
        } catch (SQLException error) {
            session.closeAfter(error);
            throw database.explain("resuming a run", error);
        } catch (InterruptedException | RuntimeException | Error stopped) {
            session.closeAfter(stopped);
            throw stopped;
        }
    }

    private ResumedRun resumed(Lease lease, RunResume by, List<String> outputs, Session session) throws SQLException {
        var encoder = new EntryEncoder(salts);
        var log = new LogKey(lease.runNo(), LogKey.OWNER, lease.runId());
        session.begin();
        faults.at(FaultPoint.COMMIT_BEGUN);
        var guard = new LeaseGuard(database, session, lease, time);
        guard.check();
        SinkLocks.add(session, log.runNo(), outputs);
        List<LogState> others = new WriterChains(database, session, time, faults).stopAll(log, lease.epoch());
        LogState state = new LogTail(log, session).read();
        var resumption = new ResumeEntries(
                by,
                lease.epoch(),
                new OpenAttempts(log, session).all(state.tally().calls()));
        var writer = new LogWriter(state, guard, session, time, faults, signer);
        writer.append(resumption.events(encoder, time.instant()));
        writer.addHead();
        writer.commit();
        faults.at(FaultPoint.UNKNOWNS_ENDED);
        var counts = new ArrayList<>(List.of(state.tally()));
        others.forEach(other -> counts.add(other.tally()));
        return new ResumedRun(recorder(encoder, writer), resumption.recovered(RunCounts.sum(counts)));
    }

    /// Joins a run as another writer; durable on return. Whether a lost attempt was committed makes no difference:
    /// the next one begins another epoch.
    public SplitRecorder join(WriterId id) {
        return reconnects.retry(() -> joined(id));
    }

    private SplitRecorder joined(WriterId id) {
        Session session = database.open();
        try {
            database.prepareWriter(session);
            session.begin();
            faults.at(FaultPoint.COMMIT_BEGUN);
            var log = new LogKey(session.runNo(id.runId()), id.writer(), id.runId());
            LogWriter writer = new WriterChains(database, session, time, faults).join(log, id.runEpoch());
            writer.commit();
            faults.at(FaultPoint.UNKNOWNS_ENDED);
            int epoch = writer.guard().epoch();
            GroupRecorder recorder = recorder(new EntryEncoder(salts), writer);
            return new ChainRecorder(recorder, database, reconnects, log, epoch, id.runEpoch(), time, faults);
        } catch (SQLException error) {
            session.closeAfter(error);
            throw database.explain("joining a run", error);
        } catch (RuntimeException | Error defect) {
            session.closeAfter(defect);
            throw defect;
        }
    }

    /// Problems that did not prevent records from being written; each is returned once.
    public List<String> warnings() {
        var taken = new ArrayList<String>();
        for (String warning = warnings.poll(); warning != null; warning = warnings.poll()) {
            taken.add(warning);
        }
        return taken;
    }

    private LogWriter writer(LogState state, Lease lease, Session session) throws SQLException {
        return new LogWriter(state, new LeaseGuard(database, session, lease, time), session, time, faults, signer);
    }

    private GroupRecorder recorder(EntryEncoder encoder, LogWriter writer) {
        return new GroupRecorder(
                database,
                encoder,
                new WriteQueue(WriteQueue.Limits.USUAL, time),
                writer,
                reconnects,
                time,
                faults,
                warnings::add);
    }
}
