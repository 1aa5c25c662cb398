package dev.rowan.connectors.jdbc;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.RecordFaults;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads a query page by page in the order of its key. Between pages it holds no statement and no lock, and its
/// position is the last key, so a resumed run continues there. A lost connection is opened again.
///
/// A split is a range of keys. Its last record must be the one that was planned, so that no row is lost or read twice
/// if
/// the table has changed since.
final class JdbcSource implements SplittableSource {
    private static final long MAX_PAGE_BYTES = 32L * 1024 * 1024;
    private static final int ATTEMPTS = 4;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private final JdbcSourceSettings settings;
    private final JdbcDatabase database;
    private final KeysetQuery query;
    private final Deque<Item> page = new ArrayDeque<>();
    private Optional<Row> last = Optional.empty();
    private String checksum = KeyPosition.START;
    private boolean through;
    private long given;
    private Optional<KeyRange> split = Optional.empty();
    private @Nullable Connection connection;
    private @Nullable QueryColumns columns;

    JdbcSource(JdbcSourceSettings settings) {
        this.settings = settings;
        this.database = new JdbcDatabase(settings.database());
        this.query = new KeysetQuery(database.dialect(), settings.query());
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        database.prepare(setup);
    }

    @Override
    public void open() throws IOException {
        Connection opened = connect();
        connection = opened;
        try (PreparedStatement statement = query.columns(opened);
                ResultSet none = statement.executeQuery()) {
            columns = QueryColumns.of(database.dialect(), none.getMetaData(), settings.key());
        } catch (SQLException e) {
            throw database.explain("the " + describeQuery() + " cannot be read", e);
        } catch (PluginException e) {
            throw new PluginException(describe() + ": " + e.getMessage());
        }
        refuseNullKeys(opened, columns);
    }

    private Connection connect() throws IOException {
        Connection opened = database.open();
        try {
            opened.setReadOnly(true);
        } catch (SQLException _) {
            // a hint; SQLite takes it only before it connects
        }
        return opened;
    }

    /// Rows without a key would be left out between two pages.
    private void refuseNullKeys(Connection opened, QueryColumns found) throws IOException {
        if (!found.isKeyNullable()) {
            return;
        }
        try (PreparedStatement statement = query.nulls(opened, found.key());
                ResultSet rows = statement.executeQuery()) {
            if (rows.next()) {
                found.key(rows);
            }
        } catch (SQLException e) {
            throw database.explain("the " + describeQuery() + " cannot be read", e);
        } catch (PluginException e) {
            throw new PluginException(describe() + ": " + e.getMessage());
        }
    }

    private String describeQuery() {
        return settings.title().equals("query") ? "query" : "table " + settings.title();
    }

    @Override
    public boolean seek(String position) throws IOException {
        KeyPosition found = KeyPosition.parse(position)
                .filter(known -> known.isOf(opened().keyNames()))
                .orElseThrow(() -> new PluginException(describe() + ": the run has read up to " + position
                        + ", which is not a position of the key " + String.join(", ", settings.key())
                        + "; restore 'key', or start a new run"));
        last = Optional.of(found.key());
        checksum = found.checksum();
        return true;
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        if (page.isEmpty() && !through) {
            readPage();
        }
        Item item = page.poll();
        given += item == null ? 0 : 1;
        if (split.isPresent()) {
            refuseOther(split.get(), item);
        }
        return Optional.ofNullable(item);
    }

    private void refuseOther(KeyRange range, @Nullable Item item) throws PluginException {
        boolean ended = item == null && given < range.rows();
        boolean other =
                item != null && given == range.rows() && !item.position().equals(range.last());
        if (ended || other) {
            throw new PluginException(describe() + " has changed since the run was planned: row " + given
                    + " of a split is " + (item == null ? "absent" : item.position()) + ", and its last one was "
                    + range.last() + "; start a new run on rows that do not change");
        }
    }

    @Override
    public List<InputSplit> split(long records) throws IOException, InterruptedException {
        var splits = new ArrayList<InputSplit>();
        String before = "";
        String position = "";
        long count = 0;
        for (Optional<Item> item = next(); item.isPresent(); item = next()) {
            if (count == records) {
                splits.add(new KeyRange(before, count, position).split());
                before = position;
                count = 0;
            }
            count++;
            position = item.get().position();
        }
        if (count > 0) {
            splits.add(new KeyRange(before, count, position).split());
        }
        return List.copyOf(splits);
    }

    @Override
    public void startAt(String start) throws IOException {
        KeyRange range = KeyRange.parse(start)
                .orElseThrow(() ->
                        new PluginException(describe() + ": '" + start + "' is not a key range; start a new run"));
        split = Optional.of(range);
        if (!range.after().isEmpty()) {
            seek(range.after());
        }
    }

    private void readPage() throws IOException, InterruptedException {
        Duration wait = FIRST_WAIT;
        for (int attempt = 1; ; attempt++) {
            Optional<Row> before = last;
            String checksumBefore = checksum;
            Connection current = connection;
            try {
                current = current == null ? connect() : current;
                connection = current;
                fill(current);
                return;
            } catch (SQLException e) {
                if (attempt == ATTEMPTS || current == null || !JdbcDatabase.isLost(current)) {
                    throw database.explain("the " + describeQuery() + " cannot be read", e);
                }
            } catch (PluginException e) {
                if (attempt == ATTEMPTS || connection != null) {
                    throw e;
                }
            }
            last = before;
            checksum = checksumBefore;
            page.clear();
            close();
            database.time().sleep(wait);
            wait = wait.multipliedBy(2);
        }
    }

    /// Reads a page and the key behind it, which must be another one.
    private void fill(Connection current) throws SQLException, PluginException {
        long bytes = 0;
        try (PreparedStatement statement = query.page(current, opened().key(), last, settings.pageRows() + 1);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Row key = opened().key(rows);
                if (last.filter(key::equals).isPresent()) {
                    throw new PluginException(describe() + ": key_not_ascending: more than one row has the key " + key
                            + "; add columns to 'key' until it is unique");
                }
                if (page.size() == settings.pageRows() || bytes >= MAX_PAGE_BYTES) {
                    return;
                }
                bytes += add(key, rows);
            }
        }
        through = true;
    }

    /// Adds the current row to the page; returns its size.
    private long add(Row key, ResultSet rows) throws SQLException {
        byte[] json;
        Optional<Row> row = Optional.empty();
        Optional<Reason> reason = Optional.empty();
        try {
            row = Optional.of(opened().values(rows));
            json = RowJson.write(row.get());
            if (json.length > settings.maxRecordBytes()) {
                reason = Optional.of(RecordFaults.tooLarge(json.length, settings.maxRecordBytes()));
            }
        } catch (IllegalArgumentException unmappable) {
            reason = Optional.of(Reason.of("unmappable_value", String.valueOf(unmappable.getMessage())));
            json = RowJson.write(key);
        }
        KeyPosition position = KeyPosition.after(checksum, key, json);
        page.add(
                reason.isPresent()
                        ? new Item.Unreadable(
                                position.text(), reason.get(), new String(RowJson.write(key), StandardCharsets.UTF_8))
                        : new Item.Record(position.text(), row.orElseThrow(), Optional.of(position.id())));
        last = Optional.of(key);
        checksum = position.checksum();
        return json.length;
    }

    private QueryColumns opened() {
        if (columns == null) {
            throw new IllegalStateException("open the source first");
        }
        return columns;
    }

    @Override
    public RowFields fields() {
        return new RowFields(opened().names().list(), true);
    }

    @Override
    public long progress() {
        return given;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public String describe() {
        return database.describe() + " " + settings.title();
    }

    @Override
    public List<Path> libraries() throws IOException {
        return database.jars();
    }

    @Override
    public void close() throws IOException {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException _) {
                // nothing was written
            }
        }
    }
}
