package dev.rowan.engine.split;

import dev.rowan.api.Time;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.release.ReleaseListener;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The output of a worker's splits: each has one part per sink. When every row of a split has its outcome, the parts
/// are durable under their names, and only then one transaction records outcomes and parts.
///
/// The release thread owns the parts and the outcomes that wait. The reader thread begins splits, before any of
/// their rows is released; it shares `open` with the release thread.
public final class SplitOutput implements ReleaseListener {
    private final SplitRecorder recorder;
    private final Map<String, SinkNode> sinks = new LinkedHashMap<>();
    private final String attempt;
    private final BooleanSupplier stopping;
    private final Time time;
    private final ConcurrentSkipListMap<Long, OpenSplit> open = new ConcurrentSkipListMap<>();
    private final AtomicLong undurable = new AtomicLong();

    /// `attempt` tells the names of unfinished parts from those of other processes; `stopping` whether the worker is to
    /// stop.
    public SplitOutput(
            SplitRecorder recorder, List<SinkNode> sinks, String attempt, BooleanSupplier stopping, Time time) {
        this.recorder = recorder;
        sinks.forEach(node -> this.sinks.put(node.name(), node));
        this.attempt = attempt;
        this.stopping = stopping;
        this.time = time;
    }

    /// Starts a split, before it is opened in the record.
    void begin(SplitRange range, SplitListener listener) {
        open.put(range.firstRow(), new OpenSplit(range, listener));
    }

    /// The split that was begun had been opened before.
    void restart(SplitRange range) {
        of(range.firstRow()).ifPresent(split -> split.again = true);
    }

    /// Whether the split of the row was opened before. Any thread may call.
    public boolean isAgain(long rowSeq) {
        return of(rowSeq).filter(split -> split.again).isPresent();
    }

    boolean isStopping() {
        return stopping.getAsBoolean();
    }

    /// The split was done already.
    void skip(SplitRange range) {
        remove(range.firstRow()).listener.done();
    }

    /// Finishes a split without rows.
    void finishEmpty(SplitRange range) throws InterruptedException {
        finish(Optional.ofNullable(open.get(range.firstRow())).orElseThrow());
    }

    /// Fails every split that is not done, and drops its unfinished parts. Called when no thread works on them.
    public void fail(Throwable why) {
        abandon(listener -> listener.failed(why));
    }

    /// Leaves every split that is not done to a later job, and drops its unfinished parts. Called when no thread works
    /// on them.
    public void postpone() {
        abandon(SplitListener::postponed);
    }

    private void abandon(Consumer<SplitListener> told) {
        for (OpenSplit split : open.values()) {
            split.parts.values().forEach(PartWriter::abandon);
            told.accept(split.listener);
        }
        open.clear();
    }

    /// The rows that were written to parts of splits that are not done. Any thread may call.
    public long undurable() {
        return undurable.get();
    }

    private Optional<OpenSplit> of(long rowSeq) {
        return Optional.ofNullable(open.floorEntry(rowSeq))
                .map(Map.Entry::getValue)
                .filter(split -> split.contains(rowSeq));
    }

    private OpenSplit openOf(long rowSeq) {
        return of(rowSeq).orElseThrow(() -> new IllegalStateException("row " + rowSeq + " is in no open split"));
    }

    private OpenSplit remove(long firstRow) {
        OpenSplit split = open.remove(firstRow);
        if (split == null) {
            throw new IllegalStateException("no split starts with row " + firstRow);
        }
        return split;
    }

    /// The part of a sink for a row.
    PartWriter part(String sink, long rowSeq) throws IOException {
        return part(sink, openOf(rowSeq));
    }

    private PartWriter part(String sink, OpenSplit split) throws IOException {
        PartWriter known = split.parts.get(sink);
        if (known != null) {
            return known;
        }
        SinkNode node = sinks.get(sink);
        if (node == null) {
            throw new IllegalStateException("no sink is called '" + sink + "'");
        }
        PartWriter opened = PartWriter.open(node, split, attempt);
        split.parts.put(sink, opened);
        return opened;
    }

    /// Keeps an entry about a row until its split is done; drops it if its split was left to a later job.
    void keep(long rowSeq, LogEntry entry) {
        of(rowSeq).ifPresent(split -> {
            split.entries.add(entry);
            if (entry instanceof LogEntry.OutcomeReached) {
                split.ended.add(rowSeq);
            }
        });
    }

    @Override
    public void rowWritten(long rowSeq) {
        OpenSplit split = openOf(rowSeq);
        split.rowWritten();
        undurable.incrementAndGet();
        postponeIfComplete(split);
    }

    /// A row is left to a later job, and with it its split.
    @Override
    public void rowPostponed(long rowSeq) {
        OpenSplit split = openOf(rowSeq);
        split.rowPostponed();
        postponeIfComplete(split);
    }

    private void postponeIfComplete(OpenSplit split) {
        if (split.isPostponed() && split.isThrough()) {
            split.parts.values().forEach(PartWriter::abandon);
            undurable.addAndGet(-split.written());
            remove(split.range.firstRow()).listener.postponed();
        }
    }

    /// The split is left to a later job without being opened.
    void leave(SplitRange range) {
        remove(range.firstRow()).listener.postponed();
    }

    /// Records the splits whose rows have all ended. Called when every token of the rows kept has been kept.
    void finishEnded() throws InterruptedException {
        for (OpenSplit split : List.copyOf(open.values())) {
            if (split.range.rows() > 0 && split.ended.size() == split.range.rows()) {
                finish(split);
            }
        }
    }

    private void finish(OpenSplit split) throws InterruptedException {
        var parts = new ArrayList<SplitPart>();
        try {
            for (SinkNode node : sinks.values()) {
                if (split.range.split() == 0 || split.parts.containsKey(node.name())) {
                    parts.add(part(node.name(), split).finish());
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(String.valueOf(failed.getMessage()), failed);
        }
        split.entries.add(new LogEntry.SplitDone(split.range.split(), time.instant(), split.range.rows(), parts));
        recorder.awaitCommitted(recorder.record(split.entries));
        undurable.addAndGet(-split.written());
        remove(split.range.firstRow()).listener.done();
    }
}
