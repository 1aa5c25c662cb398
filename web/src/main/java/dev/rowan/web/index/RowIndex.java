package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Place;
import dev.rowan.landscape.RowScan.Reached;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// The tokens of one run as columns. The first token of each row is in `first`, in the order of rows; those
/// that a row was split into are in `others`, with numbers below zero, and `order` lists both by row and part
/// when there are any.
///
/// One thread at a time folds events into it; any may ask. All is guarded by `lock`, which is not held while
/// the landscape is read.
public final class RowIndex {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Condition folded = lock.writeLock().newCondition();
    private final Columns first = new Columns();
    private final Columns others = new Columns();
    private final TokenMap otherTokens = new TokenMap();
    private final Kinds kinds = new Kinds();
    private int @Nullable [] order;
    private Reached reached = new Reached(Place.START, Long.MAX_VALUE);
    private boolean stopped;
    private long awaiting;
    private long open;

    Reached reached() {
        return reading(() -> reached);
    }

    /// Puts what a scan found into the columns.
    void fold(Batch batch, Reached now) {
        lock.writeLock().lock();
        try {
            int before = others.size();
            for (int i = 0; i < batch.read.size(); i++) {
                first.add(batch.read.at(i), 0);
                open++;
            }
            for (int i = 0; i < batch.parked.size(); i += 2) {
                park(token(batch.parked.at(i), (int) batch.parked.at(i + 1)), 1);
            }
            for (int i = 0; i < batch.called.size(); i += 3) {
                int part = (int) batch.called.at(i + 1);
                int token = token(batch.called.at(i), part < 0 ? ~part : part);
                of(token).call(at(token), batch.called.at(i + 2));
                if (part >= 0) {
                    park(token, -1);
                }
            }
            for (int i = 0; i < batch.ended.size(); i += 3) {
                end(token(batch.ended.at(i), (int) batch.ended.at(i + 1)), batch.ending(i / 3), batch.ended.at(i + 2));
            }
            if (others.size() > before || (order != null && batch.read.size() > 0)) {
                order = merged();
            }
            reached = now;
            folded.signalAll();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void park(int token, int by) {
        Columns columns = of(token);
        boolean before = columns.isParked(at(token));
        columns.park(at(token), by);
        if (columns.kind(at(token)) == Kinds.OPEN && before != columns.isParked(at(token))) {
            awaiting += before ? -1 : 1;
        }
    }

    private void end(int token, String ending, long latency) {
        Columns columns = of(token);
        if (columns.kind(at(token)) == Kinds.OPEN) {
            open--;
            awaiting -= columns.isParked(at(token)) ? 1 : 0;
        }
        int kind = kinds.number(ending);
        kinds.count(kind, 1);
        columns.end(at(token), kind, latency);
    }

    private int token(long row, int part) {
        int token = part == 0 ? first.find(row) : otherTokens.get(row, part);
        if (token >= 0) {
            return part == 0 ? token : ~token;
        }
        if (part == 0) {
            throw new IllegalStateException("row " + row + " has events and was never read");
        }
        int added = others.add(row, part);
        otherTokens.put(row, part, added);
        open++;
        return ~added;
    }

    private Columns of(int token) {
        return token < 0 ? others : first;
    }

    private static int at(int token) {
        return token < 0 ? ~token : token;
    }

    /// All tokens by row and part; the others are few or come in order, so sorting them takes little.
    private int[] merged() {
        var boxed = new Integer[others.size()];
        Arrays.setAll(boxed, i -> i);
        Arrays.sort(
                boxed,
                (a, b) -> others.row(a) != others.row(b)
                        ? Integer.compare(others.row(a), others.row(b))
                        : Integer.compare(others.part(a), others.part(b)));
        var all = new int[first.size() + boxed.length];
        int next = 0;
        int other = 0;
        for (int i = 0; i < first.size(); i++) {
            all[next++] = i;
            while (other < boxed.length && others.row(boxed[other]) == first.row(i)) {
                all[next++] = ~boxed[other++];
            }
        }
        return all;
    }

    /// The page that is asked for, out of what is there so far.
    public Found ask(Question question) {
        return reading(() -> {
            var matcher = new Matcher(question.filter(), kinds);
            var top = new TopLines(question);
            int count = count();
            boolean fromEnd = top.isFromEnd();
            for (int i = 0; i < count; i++) {
                int token = tokenAt(fromEnd ? count - 1 - i : i);
                if (matcher.fits(of(token), at(token))) {
                    top.offer(of(token), at(token), token);
                }
            }
            List<Found.Line> lines =
                    top.tokens().stream().map(token -> line(question, token)).toList();
            return new Found(lines, top.matched(), top.cost(), top.offset(), progress());
        });
    }

    private int count() {
        return first.size() + others.size();
    }

    private int tokenAt(int place) {
        return order == null ? place : order[place];
    }

    private Found.Line line(Question question, int token) {
        Columns columns = of(token);
        int at = at(token);
        int kind = columns.kind(at);
        return new Found.Line(
                new Question.OrderKey(question.value(columns, at), columns.row(at), columns.part(at)),
                columns.row(at),
                columns.part(at),
                kind == Kinds.OPEN ? Optional.empty() : Optional.of(kinds.ending(kind)),
                kind == Kinds.OPEN && columns.isParked(at),
                columns.cost(at),
                columns.latency(at),
                columns.attempts(at));
    }

    /// A choice of tokens, to be asked about one by one.
    public Selection select(RowFilter filter) {
        return new Selection(this, filter);
    }

    /// The rows behind `row` that have a token that fits, in order, `most` of them.
    List<Long> rowsAfter(RowFilter filter, long row, int most) {
        return reading(() -> {
            var matcher = new Matcher(filter, kinds);
            var rows = new ArrayList<Long>();
            int count = count();
            for (int place = placeAfter(row); place < count && rows.size() < most; place++) {
                int token = tokenAt(place);
                long here = of(token).row(at(token));
                if ((rows.isEmpty() || rows.getLast() != here) && matcher.fits(of(token), at(token))) {
                    rows.add(here);
                }
            }
            return rows;
        });
    }

    private int placeAfter(long row) {
        if (order == null) {
            return first.firstFrom(row == Long.MIN_VALUE ? row : row + 1);
        }
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int token = tokenAt(middle);
            if (of(token).row(at(token)) <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    boolean fits(RowFilter filter, long row, int part) {
        return reading(() -> {
            int token = part == 0 ? first.find(row) : otherTokens.get(row, part);
            return token >= 0 && new Matcher(filter, kinds).fits(part == 0 ? first : others, token);
        });
    }

    /// Whether a token of the row fits.
    boolean fits(RowFilter filter, long row) {
        return reading(() -> {
            var matcher = new Matcher(filter, kinds);
            int count = count();
            for (int place = placeAfter(row - 1); place < count; place++) {
                int token = tokenAt(place);
                if (of(token).row(at(token)) != row) {
                    return false;
                }
                if (matcher.fits(of(token), at(token))) {
                    return true;
                }
            }
            return false;
        });
    }

    public Ways ways() {
        return reading(() -> {
            var ended = new ArrayList<Ways.Way>();
            for (int kind = 1; kind <= kinds.size(); kind++) {
                ended.add(new Ways.Way(kinds.ending(kind), kinds.count(kind)));
            }
            return new Ways(ended, open - awaiting, awaiting);
        });
    }

    public Found.Progress progress() {
        return reading(() -> new Found.Progress(
                reached.place().event() + 1,
                reached.last() == Long.MAX_VALUE ? Long.MAX_VALUE : reached.last() + 1,
                count(),
                bytes()));
    }

    long bytes() {
        return reading(() -> first.bytes()
                + others.bytes()
                + otherTokens.bytes()
                + kinds.bytes()
                + (order == null ? 0 : 4L * order.length));
    }

    /// No one folds any more, for now.
    void rest() {
        lock.writeLock().lock();
        try {
            stopped = true;
            folded.signalAll();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Someone folds from here on.
    void begin() {
        lock.writeLock().lock();
        try {
            stopped = false;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Waits until all events that there were are in the columns, or nobody folds any more, or `most` has
    /// passed.
    public void await(Duration most) throws InterruptedException {
        lock.writeLock().lock();
        try {
            long left = most.toNanos();
            while (!stopped && left > 0) {
                left = folded.awaitNanos(left);
            }
        } finally {
            lock.writeLock().unlock();
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
