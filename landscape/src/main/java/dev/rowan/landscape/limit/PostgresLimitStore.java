package dev.rowan.landscape.limit;

import dev.rowan.landscape.LimitStore;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Shared limits in the tables `limit_pool` and `limit_member`, with times by the server's clock.
///
/// Nothing here is a record, so commits do not wait for the disk: after a crash of the server a report or a quota of
/// the
/// last moment may be missing, and the next one follows within a quarter of a second.
public final class PostgresLimitStore implements LimitStore {
    private static final String CHANNEL = "rowan_limits";
    /// What a leader found is of use to the next one for this long.
    private static final Duration ESTIMATE_AGE = Duration.ofSeconds(60);

    private static final int REPLY_MILLIS = 2_000;

    private final Database database;
    private final Session session;
    private final Map<Pool, Integer> numbers = new HashMap<>();

    public PostgresLimitStore(Database database) {
        this.database = database;
        this.session = database.open();
        try {
            session.execute("SET synchronous_commit = off");
            session.execute("SET lock_timeout = " + REPLY_MILLIS);
            session.execute("SET idle_in_transaction_session_timeout = " + REPLY_MILLIS);
            session.execute("LISTEN " + CHANNEL);
            session.commit();
            session.connection().setNetworkTimeout(Runnable::run, REPLY_MILLIS);
        } catch (SQLException error) {
            session.closeAfter(error);
            throw database.explain("sharing limits", error);
        }
    }

    private <T> T transaction(Session.Work<T> work) {
        try {
            return session.inTransaction(work);
        } catch (SQLException error) {
            throw database.explain("sharing limits", error);
        }
    }

    private Connection connection() {
        return session.connection();
    }

    private String now() {
        return session.dialect().now();
    }

    @Override
    public Optional<Term> acquire(Pool pool, String member) {
        return transaction(_ -> {
            int number = number(pool);
            String sql = "UPDATE limit_pool SET leader = ?, epoch = epoch + 1, renewed = " + now()
                    + " FROM (SELECT renewed AS before FROM limit_pool WHERE pool_no = ? FOR UPDATE) AS last"
                    + " WHERE pool_no = ? AND (leader IS NULL OR leader = ? OR renewed < " + now() + " - ?)"
                    + " RETURNING epoch, CASE WHEN before > " + now() + " - ? THEN estimate END";
            try (PreparedStatement update = connection().prepareStatement(sql)) {
                update.setString(1, member);
                update.setInt(2, number);
                update.setInt(3, number);
                update.setString(4, member);
                update.setLong(5, micros(LEASE));
                update.setLong(6, micros(ESTIMATE_AGE));
                try (ResultSet row = update.executeQuery()) {
                    if (!row.next()) {
                        return Optional.empty();
                    }
                    var term = new Term(row.getInt(1), Optional.ofNullable(row.getString(2)));
                    removeOld(number);
                    return Optional.of(term);
                }
            }
        });
    }

    /// Removes members that died long ago.
    private void removeOld(int number) throws SQLException {
        try (PreparedStatement delete = connection()
                .prepareStatement("DELETE FROM limit_member WHERE pool_no = ? AND reported < " + now() + " - ?")) {
            delete.setInt(1, number);
            delete.setLong(2, micros(ESTIMATE_AGE));
            delete.executeUpdate();
        }
    }

    @Override
    public Optional<List<Member>> renew(
            Pool pool, String member, int epoch, Optional<String> estimate, Duration maxAge) {
        return transaction(_ -> {
            int number = number(pool);
            try (PreparedStatement update = connection()
                    .prepareStatement("UPDATE limit_pool SET renewed = " + now()
                            + ", estimate = ? WHERE pool_no = ? AND epoch = ?")) {
                update.setString(1, estimate.orElse(null));
                update.setInt(2, number);
                update.setInt(3, epoch);
                if (update.executeUpdate() == 0) {
                    return Optional.empty();
                }
            }
            return Optional.of(members(number, member, maxAge));
        });
    }

    private List<Member> members(int number, String except, Duration maxAge) throws SQLException {
        var members = new ArrayList<Member>();
        String sql = "SELECT member, report, " + now() + " - reported FROM limit_member"
                + " WHERE pool_no = ? AND member <> ? AND reported >= " + now() + " - ? ORDER BY member";
        try (PreparedStatement select = connection().prepareStatement(sql)) {
            select.setInt(1, number);
            select.setString(2, except);
            select.setLong(3, micros(maxAge));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Duration age = Duration.of(Math.max(0, row.getLong(3)), ChronoUnit.MICROS);
                    members.add(new Member(row.getString(1), row.getString(2), age));
                }
            }
        }
        return members;
    }

    @Override
    public boolean assign(Pool pool, int epoch, Map<String, String> quotas, boolean notify) {
        return transaction(_ -> {
            int number = number(pool);
            if (!isCurrent(number, epoch)) {
                return false;
            }
            try (PreparedStatement update = connection()
                    .prepareStatement("UPDATE limit_member SET quota = ? WHERE pool_no = ? AND member = ?")) {
                for (Map.Entry<String, String> quota : quotas.entrySet()) {
                    update.setString(1, quota.getValue());
                    update.setInt(2, number);
                    update.setString(3, quota.getKey());
                    update.addBatch();
                }
                update.executeBatch();
            }
            notify(number, notify);
            return true;
        });
    }

    /// Holds the leader's term until the transaction ends.
    private boolean isCurrent(int number, int epoch) throws SQLException {
        try (PreparedStatement select = connection()
                .prepareStatement("SELECT 1 FROM limit_pool WHERE pool_no = ? AND epoch = ?"
                        + session.dialect().kept())) {
            select.setInt(1, number);
            select.setInt(2, epoch);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    private void notify(int number, boolean wanted) throws SQLException {
        if (wanted) {
            try (PreparedStatement select = connection().prepareStatement("SELECT pg_notify(?, ?)")) {
                select.setString(1, CHANNEL);
                select.setString(2, Integer.toString(number));
                select.executeQuery().close();
            }
        }
    }

    @Override
    public Optional<String> report(Pool pool, String member, String report, boolean notify) {
        return transaction(_ -> {
            int number = number(pool);
            String sql = "INSERT INTO limit_member (pool_no, member, report, reported) VALUES (?, ?, ?, " + now() + ")"
                    + " ON CONFLICT (pool_no, member) DO UPDATE SET report = excluded.report,"
                    + " reported = excluded.reported RETURNING quota";
            Optional<String> quota;
            try (PreparedStatement upsert = connection().prepareStatement(sql)) {
                upsert.setInt(1, number);
                upsert.setString(2, member);
                upsert.setString(3, report);
                quota = text(upsert);
            }
            notify(number, notify);
            return quota;
        });
    }

    @Override
    public Optional<String> quota(Pool pool, String member) {
        return transaction(_ -> {
            try (PreparedStatement select =
                    connection().prepareStatement("SELECT quota FROM limit_member WHERE pool_no = ? AND member = ?")) {
                select.setInt(1, number(pool));
                select.setString(2, member);
                return text(select);
            }
        });
    }

    private static Optional<String> text(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }

    @Override
    public void leave(Pool pool, String member) {
        transaction(_ -> {
            int number = number(pool);
            execute("DELETE FROM limit_member WHERE pool_no = ? AND member = ?", number, member);
            execute(
                    "UPDATE limit_pool SET leader = NULL, estimate = CASE WHEN EXISTS (SELECT 1 FROM limit_member m"
                            + " WHERE m.pool_no = limit_pool.pool_no) THEN estimate END"
                            + " WHERE pool_no = ? AND leader = ?",
                    number,
                    member);
            notify(number, true);
            return true;
        });
    }

    private void execute(String sql, int number, String member) throws SQLException {
        try (PreparedStatement update = connection().prepareStatement(sql)) {
            update.setInt(1, number);
            update.setString(2, member);
            update.executeUpdate();
        }
    }

    @Override
    public boolean await(Duration most) {
        try {
            PGConnection postgres = connection().unwrap(PGConnection.class);
            PGNotification[] notified = postgres.getNotifications(Math.max(1, Math.toIntExact(most.toMillis())));
            int self = postgres.getBackendPID();
            return notified != null && Arrays.stream(notified).anyMatch(notice -> notice.getPID() != self);
        } catch (SQLException error) {
            throw database.explain("sharing limits", error);
        }
    }

    /// The number of a pool, which is added if it is new.
    private int number(Pool pool) throws SQLException {
        Integer known = numbers.get(pool);
        if (known != null) {
            return known;
        }
        try (PreparedStatement insert = connection()
                .prepareStatement("INSERT INTO limit_pool (service, account, tier) VALUES (?, ?, ?)"
                        + " ON CONFLICT (service, account, tier) DO UPDATE SET tier = excluded.tier"
                        + " RETURNING pool_no")) {
            insert.setString(1, pool.service());
            insert.setString(2, pool.account());
            insert.setString(3, pool.tier());
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                numbers.put(pool, row.getInt(1));
                return row.getInt(1);
            }
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing the connection of shared limits", error);
        }
    }
}
