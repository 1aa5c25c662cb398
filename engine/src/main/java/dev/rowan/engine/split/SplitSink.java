package dev.rowan.engine.split;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes each row to the part of its split. Its marks only count rows: parts become durable when their split is done,
/// and until then no outcome is recorded.
///
/// If it is deferred, its mark covers the rows of a split only when all rows of the split were written: then the part
/// is
/// finished, and the target may refuse rows. Owned by the release thread.
public final class SplitSink implements Sink {
    private final String name;
    private final SplitOutput output;
    private final boolean deferred;
    /// The part of each row behind the mark, if it is deferred.
    private final Deque<PartWriter> waiting = new ArrayDeque<>();
    private final Map<PartWriter, Progress> started = new HashMap<>();
    private List<RefusedRow> refused = List.of();
    private long rows;

    /// Which rows of a part the target refused, and how many the mark covers.
    private static final class Progress {
        final Map<Integer, Reason> refused = new HashMap<>();
        int covered;
    }

    public SplitSink(String name, SplitOutput output, boolean deferred) {
        this.name = name;
        this.output = output;
        this.deferred = deferred;
    }

    @Override
    public Optional<String> check(Existing existing) {
        return Optional.empty();
    }

    @Override
    public void open(Existing existing) {}

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("a row without a number is in no split");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        PartWriter part = output.part(name, token.rowSeq());
        Optional<Reason> rejected = part.write(row, token);
        if (rejected.isEmpty()) {
            if (deferred) {
                waiting.add(part);
            } else {
                rows++;
            }
        }
        return rejected;
    }

    @Override
    public Mark sync() throws IOException {
        if (deferred) {
            cover();
        }
        return new Mark(rows, 0, 0, Mark.at(0).sha256());
    }

    /// Covers the rows of splits that are through. A split that is left to a later job counts, and has no effect.
    private void cover() throws IOException {
        var newlyRefused = new ArrayList<RefusedRow>();
        int index = 0;
        while (!waiting.isEmpty() && waiting.getFirst().split().isThrough()) {
            PartWriter part = waiting.getFirst();
            if (!started.containsKey(part)) {
                Optional<Progress> finished = finish(part);
                if (finished.isEmpty()) {
                    break;
                }
                started.put(part, finished.get());
            }
            Progress progress = started.get(part);
            Reason reason = progress.refused.get(progress.covered++);
            if (reason == null) {
                rows++;
            } else {
                newlyRefused.add(new RefusedRow(index, reason));
            }
            index++;
            waiting.removeFirst();
        }
        started.keySet().removeIf(part -> !waiting.contains(part));
        refused = List.copyOf(newlyRefused);
    }

    /// Finishes the part; empty if that is not possible because the worker stops.
    private Optional<Progress> finish(PartWriter part) throws IOException {
        var progress = new Progress();
        if (!part.split().isPostponed()) {
            try {
                part.finish();
            } catch (IOException failed) {
                if (output.isStopping()) {
                    return Optional.empty();
                }
                throw failed;
            }
            part.refused().forEach(row -> progress.refused.put(row.index(), row.reason()));
        }
        return Optional.of(progress);
    }

    @Override
    public List<RefusedRow> refused() {
        return refused;
    }

    @Override
    public boolean lags() {
        return deferred;
    }

    @Override
    public boolean isAtPartEnd() {
        return waiting.isEmpty() || waiting.getLast().split().isThrough();
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
