package dev.rowan.landscape.store;

import java.sql.SQLException;

/// The maintenance of a database beside writing. One instance per writer.
public interface Maintenance extends AutoCloseable {

    /// For a database that needs none.
    Maintenance NONE = new Maintenance() {
        @Override
        public void committed(Session writer, long bytes) {}

        @Override
        public void finish(Session writer) {}

        @Override
        public void close() {}
    };

    /// Called by the writer between two transactions, after it has committed about `bytes`.
    void committed(Session writer, long bytes) throws SQLException;

    /// Called by the writer after its last transaction.
    void finish(Session writer) throws SQLException;

    @Override
    void close();
}
