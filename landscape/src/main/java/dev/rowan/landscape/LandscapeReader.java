package dev.rowan.landscape;

/// Reads committed records over a connection of its own, by subject. Owned by one thread.
public interface LandscapeReader extends AutoCloseable {

    RunQueries runs();

    NoteQueries notes();

    RowQueries rows();

    PendingRowQueries pendingRows();

    CallQueries calls();

    JobQueries jobs();

    SinkQueries sinks();

    GroupQueries groups();

    SplitQueries splits();

    @Override
    void close();
}
