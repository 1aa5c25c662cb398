package dev.rowan.landscape.read;

import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.GroupQueries;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries;
import dev.rowan.landscape.PendingRowQueries;
import dev.rowan.landscape.RowQueries;
import dev.rowan.landscape.RunQueries;
import dev.rowan.landscape.SinkQueries;
import dev.rowan.landscape.SplitQueries;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;

/// Reads from the events themselves; there is no other state. Owned by one thread.
public final class SqlLandscapeReader implements LandscapeReader {
    private final Query query;
    private final Runs runs;
    private final Summaries summaries;

    /// `reconnects` says how a query is retried when its connection is lost.
    public SqlLandscapeReader(Database database, Session session, ReconnectPolicy reconnects) {
        this.query = new Query(database, session, reconnects);
        this.runs = new Runs(query);
        this.summaries = new Summaries(query);
    }

    @Override
    public RunQueries runs() {
        return new SqlRunQueries(query, runs, summaries);
    }

    @Override
    public NoteQueries notes() {
        return new SqlNoteQueries(query, runs);
    }

    @Override
    public RowQueries rows() {
        return new SqlRowQueries(query, runs, summaries);
    }

    @Override
    public PendingRowQueries pendingRows() {
        return new SqlPendingRowQueries(query, runs);
    }

    @Override
    public CallQueries calls() {
        return new SqlCallQueries(query, runs, summaries);
    }

    @Override
    public JobQueries jobs() {
        return new SqlJobQueries(query, runs);
    }

    @Override
    public SinkQueries sinks() {
        return new SqlSinkQueries(query, runs);
    }

    @Override
    public GroupQueries groups() {
        return new SqlGroupQueries(query, runs);
    }

    @Override
    public SplitQueries splits() {
        return new SqlSplitQueries(query, runs);
    }

    @Override
    public void close() {
        query.close();
    }
}
