package dev.rowan.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A sink that keeps its rows in memory and knows which of them are durable.
///
/// Shared state, guarded by `lock`: the rows, and how many of them were synced.
public class ListSink implements Sink {
    private final Check check;
    private final int part;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Row> rows = new ArrayList<>();
    private int durable;
    /// How many rows earlier runs had written when this one began.
    private int before;

    /// Called before each row: a reason rejects the row, an exception breaks the sink.
    public interface Check {
        Optional<Reason> look(Row row) throws IOException;
    }

    public ListSink() {
        this(_ -> Optional.empty());
    }

    public ListSink(Check check) {
        this(check, 1);
    }

    private ListSink(Check check, int part) {
        this.check = check;
        this.part = part;
    }

    /// A sink that makes every `rows` rows durable together, and the rest at the end of a complete run.
    public static ListSink ofParts(int rows) {
        return new ListSink(_ -> Optional.empty(), rows);
    }

    /// The rows that are durable, in the order written.
    public List<Row> rows() {
        lock.lock();
        try {
            return List.copyOf(rows.subList(0, durable));
        } finally {
            lock.unlock();
        }
    }

    /// Every row written, durable or not.
    public List<Row> written() {
        lock.lock();
        try {
            return List.copyOf(rows);
        } finally {
            lock.unlock();
        }
    }

    /// Waits until `count` rows are written.
    public void awaitWritten(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (rows.size() < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> check(Existing existing) {
        return Optional.empty();
    }

    @Override
    public void open(Existing existing) {
        lock.lock();
        try {
            before = rows.size();
        } finally {
            lock.unlock();
        }
    }

    /// Keeps the rows of `mark`, which must match, and removes the rest.
    @Override
    public Mark resume(Mark mark) throws PluginException {
        lock.lock();
        try {
            boolean begun = before + mark.rows() <= rows.size()
                    && marked((int) mark.rows()).equals(mark);
            if (!begun && !mark.equals(Mark.at(0))) {
                throw new PluginException("the list was changed since the run wrote it; start a new run");
            }
            rows.subList(before + (int) mark.rows(), rows.size()).clear();
            durable = rows.size();
            return mark;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        Optional<Reason> refused = check.look(row);
        lock.lock();
        try {
            if (refused.isEmpty()) {
                rows.add(row);
                changed.signalAll();
            }
            return refused;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Mark sync() {
        lock.lock();
        try {
            durable = Math.max(durable, before + (rows.size() - before) / part * part);
            return marked(durable - before);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Mark finish() {
        lock.lock();
        try {
            durable = rows.size();
            return marked(durable - before);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isAtPartEnd() {
        lock.lock();
        try {
            return (rows.size() - before) % part == 0;
        } finally {
            lock.unlock();
        }
    }

    private Mark marked(int count) {
        byte[] bytes = rows.subList(before, before + count).toString().getBytes(UTF_8);
        return new Mark(count, 0, bytes.length, Sha256.hex(bytes));
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
