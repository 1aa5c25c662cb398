package dev.rowan.connectors.jdbc;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Identity;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The connection of a sink to its table, without auto-commit. Owned by the sink's thread.
final class TableConnection implements AutoCloseable {
    private final JdbcSinkSettings settings;
    private final JdbcDatabase database;
    private @Nullable Connection connection;
    private @Nullable TargetTable table;

    TableConnection(JdbcSinkSettings settings, JdbcDatabase database) {
        this.settings = settings;
        this.database = database;
    }

    /// Connects and finds the table. With `creates` it makes it, and the tables of the run's position, if they are
    /// missing.
    Connection open(Identity identity, boolean creates) throws IOException {
        Optional<String> definition = settings.create().filter(_ -> creates);
        Connection opened = definition.isPresent() ? database.openOrCreate() : database.open();
        connection = opened;
        try {
            if (definition.isPresent() && !TargetTable.exists(settings, opened)) {
                create(opened, definition.get());
            }
            if (creates || settings.create().isEmpty() || TargetTable.exists(settings, opened)) {
                table = TargetTable.of(settings, database.dialect(), opened);
            }
            if (creates && settings.marks()) {
                create(new MarksTable(database.dialect(), identity, 0), opened);
            }
            opened.setAutoCommit(false);
            return opened;
        } catch (SQLException e) {
            throw database.explain("the table " + settings.table() + " cannot be written", e);
        } catch (PluginException e) {
            throw new PluginException(database.describe() + ": " + e.getMessage());
        }
    }

    /// Why rows could not be written that may have fields in `known`, and have all in `required`, as far as it is known
    /// before the first one.
    Optional<String> check(Identity identity, RowFields known, List<String> required) throws IOException {
        Connection opened = open(identity, false);
        TargetTable found = table;
        if (found == null) { // it is created when the run starts
            return Optional.empty();
        }
        List<String> unplaced = found.unplaced(required);
        if (!unplaced.isEmpty()) {
            return Optional.of(database.describe() + ": the table " + settings.table() + " has no column for '"
                    + String.join("', '", unplaced) + "'; its columns are " + found.names()
                    + ". Add the missing ones, or list 'columns'");
        }
        var written = new LinkedHashSet<>(found.columnsOf(known.names()).keySet());
        if (written.isEmpty()) {
            return Optional.empty();
        }
        if (settings.traceColumns()) {
            TargetTable.TRACE.forEach(name -> written.add(found.column(name).orElseThrow()));
        }
        try (Statement statement = opened.createStatement()) {
            statement.executeUpdate(found.probing(List.copyOf(written)));
            return Optional.empty();
        } catch (SQLException e) {
            throw database.explain("the table " + settings.table() + " cannot be written", e);
        }
    }

    private void create(Connection opened, String definition) throws PluginException, SQLException {
        try (Statement statement = opened.createStatement()) {
            statement.execute(definition);
        } catch (SQLException e) {
            if (TargetTable.exists(settings, opened)) { // another process was faster
                return;
            }
            throw new PluginException("the table " + settings.table() + " cannot be created: " + JdbcErrors.message(e)
                    + "; correct 'create', or create the table with an account that may");
        }
    }

    private static void create(MarksTable marks, Connection opened) throws PluginException {
        try {
            marks.create(opened);
        } catch (SQLException e) {
            throw new PluginException("the tables for the run's position cannot be created: " + JdbcErrors.message(e)
                    + "; create them with an account that may (" + marks.definition() + "; "
                    + marks.refusedDefinition() + "), or set marks: false");
        }
    }

    Connection current() {
        if (connection == null) {
            throw new IllegalStateException("open the sink first");
        }
        return connection;
    }

    TargetTable table() {
        if (table == null) {
            throw new IllegalStateException("open the sink first");
        }
        return table;
    }

    /// Ends a transaction that only looked for rows, so that it locks nothing.
    void endReading() throws IOException {
        Connection current = connection;
        if (current == null) {
            return;
        }
        try {
            current.rollback();
        } catch (SQLException e) {
            if (!JdbcDatabase.isLost(current)) {
                throw database.explain("the table " + settings.table() + " cannot be read", e);
            }
        }
    }

    /// Rolls back what was not committed.
    @Override
    public void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try (current) {
                if (!current.getAutoCommit()) {
                    current.rollback();
                }
            } catch (SQLException _) {
                // the database rolls back what this connection did not commit
            }
        }
    }
}
