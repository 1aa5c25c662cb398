package dev.rowan.connectors.jdbc;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.jdbc.MarksTable.Position;
import dev.rowan.connectors.jdbc.MarksTable.Token;
import dev.rowan.connectors.jdbc.TableWriter.Pending;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Writes rows to a table. A [#sync] is one transaction with the rows and the run's position, so a resumed run knows
/// which rows are there, and skips them. The rows of a split are one transaction, made when it is finished; they wait
/// in
/// memory, or from some size on in that transaction. Owned by the run's release thread.
final class JdbcSink implements Sink {
    private static final int MAX_BATCH = 500;
    private static final long MAX_BATCH_BYTES = 4L * 1024 * 1024;
    private static final long MAX_SPLIT_BYTES = 32L * 1024 * 1024;

    private final JdbcSinkSettings settings;
    private final JdbcDatabase database;
    private final TableConnection connection;
    /// The split that this is a part for.
    private final OptionalInt split;
    private final List<Pending> batch = new ArrayList<>();
    private Faults faults = Faults.NONE;
    private Identity identity = new Identity("", "", true, false);
    private RowFields known = RowFields.UNKNOWN;
    private List<String> required = List.of();
    private long epoch;
    private Position position = new Position(0, Token.NONE, Mark.at(0).sha256());
    private CommittedRows earlier = CommittedRows.NONE;
    private long batchBytes;
    private int written;
    private boolean changed;
    private List<RefusedRow> refused = new ArrayList<>();
    private List<RefusedRow> lastRefused = List.of();

    JdbcSink(JdbcSinkSettings settings) {
        this(settings, new JdbcDatabase(settings.database()), OptionalInt.empty());
    }

    private JdbcSink(JdbcSinkSettings settings, JdbcDatabase database, OptionalInt split) {
        this.settings = settings;
        this.database = database;
        this.connection = new TableConnection(settings, database);
        this.split = split;
    }

    @Override
    public Parts parts() {
        return switch (database.dialect()) {
            case SQLITE, DUCKDB -> new Parts.Refused("its database is a file with one writer; use a database server");
            case POSTGRESQL, MYSQL, SQLSERVER, SNOWFLAKE, STANDARD -> new Parts.Direct();
        };
    }

    @Override
    public Sink part(PartInfo part) {
        var sink = new JdbcSink(settings, database, OptionalInt.of(part.split()));
        sink.identity = identity;
        sink.faults = faults;
        return sink;
    }

    @Override
    public void identify(Identity given) {
        identity = given;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        faults = setup.faults();
        database.prepare(setup);
    }

    /// Columns for all fields are a question of the table only if the settings select none.
    @Override
    public void expect(KnownFields fields) throws IOException, InterruptedException {
        if (settings.columns().isEmpty()) {
            known = fields.get();
            required = fields.inEveryRow();
        }
    }

    @Override
    public Optional<List<String>> selectedFields() {
        return settings.columns().isEmpty()
                ? Optional.empty()
                : Optional.of(List.copyOf(settings.columns().values()));
    }

    @Override
    public Optional<String> orderProblem() {
        return settings.mode() == JdbcSinkSettings.Mode.INSERT && !settings.traceColumns()
                ? Optional.of("'run.order: none' needs mode 'upsert' or trace_columns, because a resumed run could not"
                        + " tell which rows are in the table")
                : Optional.empty();
    }

    @Override
    public Optional<String> check(Existing existing) {
        if (!identity.ordered() && orderProblem().isPresent()) {
            return orderProblem();
        }
        if (identity.replayed()) {
            return Optional.empty();
        }
        if (settings.create().isPresent() && database.isMissing()) {
            return Optional.empty();
        }
        try {
            return connection.check(identity, known, required);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            close();
        }
    }

    @Override
    public void open(Existing existing) throws IOException {
        resume(Mark.at(0));
    }

    @Override
    public Mark resume(Mark mark) throws IOException {
        position = new Position(mark.rows(), Token.NONE, mark.sha256());
        if (identity.replayed()) {
            return mark;
        }
        Connection current = connection.open(identity, true);
        if (!settings.marks()) {
            return mark;
        }
        try {
            MarksTable marks = marks();
            MarksTable.TakenOver found = marks.takeOver(current, position);
            boolean isNew = found.epoch() == 1;
            if (found.position().rows() < mark.rows() || (isNew && mark.rows() > 0)) {
                current.rollback();
                throw new PluginException(
                        "%s: %s has %,d rows of run %s, and the run has recorded %,d; restore the tables, or start a new run"
                                .formatted(
                                        database.describe(),
                                        MarksTable.NAME,
                                        isNew ? 0 : found.position().rows(),
                                        identity.runId(),
                                        mark.rows()));
            }
            epoch = found.epoch();
            earlier = split.isPresent()
                    ? CommittedRows.ofSplit(marks, found.position())
                    : CommittedRows.of(current, connection.table(), marks, found.position(), position);
            current.commit();
        } catch (SQLException e) {
            throw database.explain("the run's position cannot be read from " + MarksTable.NAME, e);
        }
        faults.at(FaultPoint.SINK_CUT);
        return mark;
    }

    private MarksTable marks() {
        return new MarksTable(database.dialect(), identity, split.orElse(0));
    }

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("a table needs the numbers of its rows");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo info) throws IOException {
        var token = new Token(info.rowSeq(), info.part());
        if (identity.replayed()) {
            accept(row, token);
            return Optional.empty();
        }
        List<String> unplaced = connection.table().unplaced(row.names().list());
        if (!unplaced.isEmpty()) {
            return Optional.of(Reason.of(
                            "sink_refused",
                            "the table " + settings.table() + " has no column for the field '" + unplaced.getFirst()
                                    + "'; add the column, or list 'columns'")
                    .with("field", unplaced.getFirst()));
        }
        int index = written++;
        try {
            Optional<CommittedRows.Result> result = earlier.find(connection.current(), connection.table(), token);
            if (result.isPresent()) {
                switch (result.get()) {
                    case CommittedRows.Result.Present() -> {
                        accept(row, token);
                        changed |= !identity.ordered(); // the position must not fall behind the record
                    }
                    case CommittedRows.Result.Refused(Reason reason) -> refused.add(new RefusedRow(index, reason));
                }
                return Optional.empty();
            }
        } catch (SQLException e) {
            throw database.explain("the table " + settings.table() + " cannot be read", e);
        }
        earlier.verify(position, token);
        batch.add(new Pending(index, token, row));
        batchBytes += RowJson.write(row).length;
        if (split.isPresent()
                ? batchBytes >= MAX_SPLIT_BYTES
                : batch.size() >= MAX_BATCH || batchBytes >= MAX_BATCH_BYTES) {
            flush();
        }
        return Optional.empty();
    }

    /// Counts a row that is in the table.
    private void accept(Row row, Token token) {
        MessageDigest digest = Sha256.create();
        digest.update(position.sha256().getBytes(StandardCharsets.US_ASCII));
        digest.update(RowJson.write(row));
        position = new Position(position.rows() + 1, token, HexFormat.of().formatHex(digest.digest()));
    }

    private void flush() throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        try {
            if (!changed && JdbcDatabase.isLost(connection.current())) {
                close();
                connection.open(identity, true);
            }
            changed = true;
            boolean savepoints = connection.current().getMetaData().supportsSavepoints();
            var writer = new TableWriter(connection.table(), identity.runId(), savepoints);
            for (int from = 0; from < batch.size(); from += MAX_BATCH) {
                List<Pending> some = batch.subList(from, Math.min(batch.size(), from + MAX_BATCH));
                writer.write(connection.current(), some, new Results());
            }
        } catch (SQLException e) {
            throw database.explain("the table " + settings.table() + " cannot be written", e);
        }
        batch.clear();
        batchBytes = 0;
    }

    private final class Results implements TableWriter.Results {
        @Override
        public void accepted(Pending row) {
            accept(row.row(), row.token());
        }

        @Override
        public void refused(Pending row, Reason reason) throws SQLException {
            refused.add(new RefusedRow(row.index(), reason));
            position = new Position(position.rows(), row.token(), position.sha256());
            if (settings.marks()) {
                marks().refuse(connection.current(), row.token(), reason);
            }
        }
    }

    @Override
    public Mark sync() throws IOException {
        flush();
        if (changed) {
            commit();
        } else {
            connection.endReading();
        }
        changed = false;
        written = 0;
        lastRefused = List.copyOf(refused);
        refused = new ArrayList<>();
        return new Mark(position.rows(), 0, 0, position.sha256());
    }

    @Override
    public Mark finish() throws IOException {
        Mark last = sync();
        earlier.verifySplit(position);
        return last;
    }

    private void commit() throws IOException {
        faults.at(FaultPoint.SINK_HALF_WRITTEN);
        try {
            if (settings.marks() && !marks().move(connection.current(), epoch, position)) {
                connection.current().rollback();
                throw new PluginException("another process has resumed run " + identity.runId()
                        + " and writes its rows to " + settings.table() + "; this one stops, and nothing is lost");
            }
            connection.current().commit();
        } catch (SQLException e) {
            throw database.explain("the table " + settings.table() + " cannot be written", e);
        }
    }

    @Override
    public List<RefusedRow> refused() {
        return lastRefused;
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public String describe() {
        return database.describe() + " " + settings.table();
    }

    @Override
    public Map<String, Object> manifest() {
        return Map.of("table", describe(), "delivery", settings.marks() ? "exactly_once" : "at_least_once");
    }

    @Override
    public List<Path> libraries() throws IOException {
        return database.jars();
    }

    /// Rows that were not committed are dropped.
    @Override
    public void close() {
        connection.close();
    }
}
