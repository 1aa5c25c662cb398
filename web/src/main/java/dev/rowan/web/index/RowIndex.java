package dev.rowan.web.index;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.RowScan.Position;
import dev.rowan.landscape.RowScan.Reached;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// The in-memory index of a run's tokens, as columns of numbers.
///
/// One thread at a time folds events into it; any thread may query. All is guarded by `lock`, which is not held
/// while the landscape is read.
public final class RowIndex {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Condition folded = lock.writeLock().newCondition();
    private final Tokens tokens = new Tokens();
    private final OutcomeKinds kinds = new OutcomeKinds();
    private Reached reached = new Reached(Position.START, Long.MAX_VALUE);
    private OptionalLong wholeAt = OptionalLong.empty();
    private long expected;
    private boolean resting;
    private long awaiting;
    private long ended;

    Reached reached() {
        return reading(() -> reached);
    }

    /// Adds the result of a scan.
    void fold(ScanBatch batch, Reached now) {
        lock.writeLock().lock();
        try {
            int before = tokens.count();
            for (int i = 0; i < batch.read.size(); i++) {
                tokens.add(batch.read.at(i));
            }
            for (int i = 0; i < batch.parked.size(); i += 2) {
                park(tokens.token(batch.parked.at(i), (int) batch.parked.at(i + 1)), 1);
            }
            for (int i = 0; i < batch.called.size(); i += 4) {
                int part = (int) batch.called.at(i + 1);
                int token = tokens.token(batch.called.at(i), part < 0 ? ~part : part);
                tokens.of(token).call(Tokens.at(token), batch.called.at(i + 2), batch.called.at(i + 3) != 0);
                if (part >= 0) {
                    park(token, -1);
                }
            }
            for (int i = 0; i < batch.ended.size(); i += 3) {
                int token = tokens.token(batch.ended.at(i), (int) batch.ended.at(i + 1));
                end(token, batch.ending(i / 3), batch.ended.at(i + 2));
            }
            if (tokens.count() > before) {
                tokens.putInOrder();
            }
            reached = now;
            folded.signalAll();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void park(int token, int by) {
        TokenColumns columns = tokens.of(token);
        int at = Tokens.at(token);
        boolean before = columns.isParked(at);
        columns.park(at, by);
        if (columns.kind(at) == OutcomeKinds.OPEN && before != columns.isParked(at)) {
            awaiting += before ? -1 : 1;
        }
    }

    private void end(int token, String ending, long latency) {
        TokenColumns columns = tokens.of(token);
        int at = Tokens.at(token);
        awaiting -= columns.isParked(at) ? 1 : 0;
        ended++;
        int kind = kinds.number(ending);
        kinds.count(kind, 1);
        columns.end(at, kind, latency);
    }

    /// The page, from what was read so far.
    public TokenPage ask(PageQuery question) {
        return reading(() -> {
            var matcher = new FilterMatcher(question.filter(), kinds);
            var top = new PageCollector(question);
            int count = tokens.count();
            boolean fromEnd = top.isFromEnd();
            for (int i = 0; i < count; i++) {
                int token = tokens.inOrder(fromEnd ? count - 1 - i : i);
                if (matcher.fits(tokens.of(token), Tokens.at(token))) {
                    top.offer(tokens.of(token), Tokens.at(token), token);
                }
            }
            List<TokenPage.Line> lines =
                    top.tokens().stream().map(token -> line(question, token)).toList();
            return new TokenPage(lines, top.matched(), top.cost(), top.offset(), progress());
        });
    }

    private TokenPage.Line line(PageQuery question, int token) {
        TokenColumns columns = tokens.of(token);
        int at = Tokens.at(token);
        int kind = columns.kind(at);
        return new TokenPage.Line(
                new PageQuery.OrderKey(question.value(columns, at), columns.row(at), columns.part(at)),
                columns.row(at),
                columns.part(at),
                kind == OutcomeKinds.OPEN ? Optional.empty() : Optional.of(kinds.ending(kind)),
                kind == OutcomeKinds.OPEN && columns.isParked(at),
                columns.callCost(at),
                columns.latency(at),
                columns.attempts(at));
    }

    /// A selection of tokens.
    public TokenSelection select(RowFilter filter) {
        return new TokenSelection(this, filter);
    }

    /// Up to `max` rows after `row` with a matching token, in order.
    List<Long> rowsAfter(RowFilter filter, long row, int max) {
        return reading(() -> {
            var matcher = new FilterMatcher(filter, kinds);
            var rows = new ArrayList<Long>();
            int count = tokens.count();
            for (int position = tokens.placeAfter(row); position < count && rows.size() < max; position++) {
                int token = tokens.inOrder(position);
                long here = tokens.of(token).row(Tokens.at(token));
                if ((rows.isEmpty() || rows.getLast() != here) && matcher.fits(tokens.of(token), Tokens.at(token))) {
                    rows.add(here);
                }
            }
            return rows;
        });
    }

    boolean fits(RowFilter filter, long row, int part) {
        return reading(() -> {
            if (!tokens.has(row, part)) {
                return false;
            }
            int token = tokens.token(row, part);
            return new FilterMatcher(filter, kinds).fits(tokens.of(token), Tokens.at(token));
        });
    }

    /// Whether a token of the row matches.
    boolean fits(RowFilter filter, long row) {
        return reading(() -> {
            var matcher = new FilterMatcher(filter, kinds);
            int count = tokens.count();
            for (int position = tokens.placeAfter(row - 1); position < count; position++) {
                int token = tokens.inOrder(position);
                if (tokens.of(token).row(Tokens.at(token)) != row) {
                    return false;
                }
                if (matcher.fits(tokens.of(token), Tokens.at(token))) {
                    return true;
                }
            }
            return false;
        });
    }

    public OutcomeCounts ways() {
        return reading(() -> {
            var ways = new ArrayList<OutcomeCounts.Way>();
            for (int kind = 1; kind <= kinds.size(); kind++) {
                ways.add(new OutcomeCounts.Way(kinds.ending(kind), kinds.count(kind)));
            }
            return new OutcomeCounts(ways, tokens.count() - ended - awaiting, awaiting);
        });
    }

    public TokenPage.Progress progress() {
        return reading(() -> new TokenPage.Progress(
                reached.position().events(), Math.max(reached.events(), expected), tokens.count(), bytes(), wholeAt));
    }

    /// The run has this many events; the index is incomplete until they were read.
    void expect(long events) {
        lock.writeLock().lock();
        try {
            expected = Math.max(expected, events);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// The first `events` were read; they were current at `at`.
    void whole(long events, long at) {
        lock.writeLock().lock();
        try {
            expected = expected <= events ? 0 : expected;
            wholeAt = OptionalLong.of(at);
        } finally {
            lock.writeLock().unlock();
        }
    }

    long bytes() {
        return reading(() -> tokens.bytes() + kinds.bytes());
    }

    /// Reading has stopped.
    void rest() {
        lock.writeLock().lock();
        try {
            resting = true;
            folded.signalAll();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Reading has started.
    void begin() {
        lock.writeLock().lock();
        try {
            resting = false;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Waits until the index is complete, reading stops, or `max` has passed.
    public void await(Duration max) throws InterruptedException {
        lock.writeLock().lock();
        try {
            long left = max.toNanos();
            while (!resting && left > 0) {
                left = folded.awaitNanos(left);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Waits until the index is complete, checking every `glance`. Fails when reading stops before.
    public void awaitWhole(Duration glance) throws InterruptedException {
        boolean over = false;
        while (!progress().isWhole()) {
            if (over) {
                throw new LandscapeException("reading the rows failed; see the rows page");
            }
            over = reading(() -> resting);
            await(glance);
        }
    }

    private interface Reading<T> {
        T read();
    }

    private <T> T reading(Reading<T> reading) {
        lock.readLock().lock();
        try {
            return reading.read();
        } finally {
            lock.readLock().unlock();
        }
    }
}
