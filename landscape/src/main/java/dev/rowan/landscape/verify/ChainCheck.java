package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.reconcile.ReconciliationEntry;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.VerifyReport.Seals;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Recomputes a run's record from its events and compares values, leaves, links, root and heads. Reads the events
/// one by one and trusts nothing else that is stored.
///
/// The record alone cannot reveal a tail that was cut off together with its heads, or a record rebuilt as a whole;
/// a head kept elsewhere reveals both. Owned by one thread.
public final class ChainCheck implements AutoCloseable {
    private final Database database;
    private final Session session;

    private ChainCheck(Database database, Session session) {
        this.database = database;
        this.session = session;
    }

    /// Opens the landscape at `url` to check its runs; a relative file is resolved against `base`.
    public static ChainCheck open(String url, Path base) {
        Database database = Database.of(url, base);
        return new ChainCheck(database, Migrations.openToRead(database));
    }

    /// Checks the run and, given a `kept` head, that the record contains what that head sealed.
    public Verdict check(String runId, Optional<Head> kept) {
        return verify(
                        runId,
                        VerifyInputs.itself()
                                .with(kept.map(KeptHead::of).stream().toList()))
                .verdict();
    }

    /// Checks the run's record and the invariants of every run in one pass over its events. Interrupting the thread
    /// stops it with a [LandscapeException].
    public VerifyReport verify(String runId, VerifyInputs against) {
        return atOneMoment("checking a run", () -> verified(runId, against));
    }

    private VerifyReport verified(String runId, VerifyInputs against) throws SQLException {
        RunFacts run = run(runId);
        var rules = new RunCheck(runId, against, CitedCalls.in(session));
        if (!LogKey.isRunNo(run.runNo())) {
            return tampered(0, "the table of runs gives the run a number that no run can have", rules, new Seals(0, 0));
        }
        var owner = new LogKey(run.runNo(), LogKey.OWNER, runId);
        Collection<Integer> writers = ChainMerge.writers(session, owner);
        var check = new LogChecks(run, writers, against, rules.state());
        try (var events = new ChainMerge(session, owner, writers)) {
            Optional<StoredEvent> event = events.next();
            while (event.isPresent()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new LandscapeException("the check was stopped before it was done");
                }
                Optional<Verdict> verdict = check.next(event.get());
                if (verdict.isPresent()) {
                    return report(verdict.get(), rules, check.seals());
                }
                if (events.unmet()) {
                    rules.unmet(event.get());
                }
                rules.next(event.get());
                event = events.next();
            }
        } catch (SQLException unreadable) {
            if (!isDamage(unreadable)) {
                throw unreadable;
            }
            return tampered(
                    check.size(), "the database is damaged there: " + unreadable.getMessage(), rules, check.seals());
        }
        rules.end(check.size());
        ReconciliationEntry.fault(ReconciliationEntry.list(session, run.runNo()), runId)
                .ifPresent(fault -> rules.findings().add("I12", fault));
        return report(check.end(), rules, check.seals());
    }

    /// Whether the database file is corrupt, as opposed to unreachable.
    private static boolean isDamage(SQLException error) {
        return String.valueOf(error.getMessage()).contains("SQLITE_CORRUPT");
    }

    private static VerifyReport tampered(long seq, String what, RunCheck rules, Seals seals) {
        return report(new Verdict.Tampered(seq, what), rules, seals);
    }

    private static VerifyReport report(Verdict verdict, RunCheck rules, Seals seals) {
        boolean intact = verdict instanceof Verdict.Intact;
        return new VerifyReport(
                verdict,
                intact ? rules.findings().list() : List.of(),
                intact ? rules.findings().all() : 0,
                rules.progress(),
                rules.state().sinks(),
                seals);
    }

    private RunFacts run(String runId) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT run_no, run_id, name, started FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("there is no run '" + runId + "' in " + database.describe());
                }
                return new RunFacts(row.getInt(1), row.getString(2), row.getString(3), row.getLong(4));
            }
        }
    }

    /// The files that the run's sinks write, as declared.
    public List<String> targets(String runId) {
        return atOneMoment("reading the sinks of a run", () -> {
            var log = new LogKey(run(runId).runNo(), 0, runId);
            return targets(log.firstId(), log.lastId());
        });
    }

    private List<String> targets(long from, long to) throws SQLException {
        var targets = new ArrayList<String>();
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?")) {
            select.setLong(1, from);
            select.setLong(2, to);
            select.setString(3, RunEvents.SINK_DECLARED);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Object target = RecordedJson.object(rows.getString(1)).get("target");
                    Optional.ofNullable(target)
                            .map(String::valueOf)
                            .filter(file -> !file.isEmpty())
                            .ifPresent(targets::add);
                }
            }
        }
        return targets;
    }

    /// Proves that the events of a row are in the record sealed by a head: the `kept` one, or the record's last.
    public RowProof prove(String runId, long row, Optional<KeptHead> kept) {
        return atOneMoment(
                "proving a row",
                () -> new ProofMaker(session, new LogKey(run(runId).runNo(), 0, runId)).prove(row, kept));
    }

    private interface Asking<T> {
        T answer() throws SQLException, IOException;
    }

    private <T> T atOneMoment(String doing, Asking<T> asking) {
        try {
            session.begin();
            try {
                return asking.answer();
            } finally {
                session.rollback();
            }
        } catch (SQLException error) {
            throw database.explain(doing, error);
        } catch (IOException error) {
            throw new LandscapeException("cannot read the file while " + doing + ": " + error, error);
        }
    }

    private List<SplitPart> parts(String runId, String sink) {
        return atOneMoment(
                "reading the parts of a sink",
                () -> PartFiles.of(session, new LogKey(run(runId).runNo(), LogKey.OWNER, runId), sink));
    }

    /// Checks the bytes of a sink as [SinkFile] does, or of its parts as long as they are not assembled; where they
    /// differ, locates the difference by the run's marks.
    public SinkFile.Result checkSink(String runId, SinkState sink, Path file) throws IOException {
        Optional<String> manifest = sink.mark().flatMap(PartFiles::manifest);
        List<SplitPart> parts = sink.mark().isPresent() && manifest.isEmpty() ? List.of() : parts(runId, sink.name());
        if (!parts.isEmpty()) {
            return PartFiles.check(parts, manifest, file);
        }
        SinkFile.Result result = SinkFile.check(sink, file, runId);
        if (!(result instanceof SinkFile.Result.Changed changed) || !Files.isRegularFile(file)) {
            return result;
        }
        return atOneMoment("checking a sink", () -> {
                    var log = new LogKey(run(runId).runNo(), 0, runId);
                    return MarkSearch.firstBad(session, log, sink.name(), file);
                })
                .<SinkFile.Result>map(bad -> new SinkFile.Result.Changed(bad.from(), bad.to(), changed.what()))
                .orElse(result);
    }

    /// Whether a later run writes the same file, so that the bytes after this run's may belong to that run.
    public boolean writtenLater(String runId, String target) {
        return atOneMoment("looking for later runs", () -> {
            var log = new LogKey(run(runId).runNo(), 0, runId);
            return targets(log.lastIdOfRun() + 1, Long.MAX_VALUE).contains(target);
        });
    }

    /// A run's row in the run table.
    record RunFacts(int runNo, String runId, String name, long started) {}

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
