package dev.rowan.engine.split;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// The output of a worker's splits: each has one part per sink. When every row of a split has its outcome, the parts
/// get their names, and only then one transaction records outcomes and parts.
///
/// The release thread owns the parts and the outcomes that wait. The reader thread begins splits, before any of
/// their rows is released; it shares `open` with the release thread.
public final class SplitOutput {
    private final SplitRecorder recorder;
    private final Map<String, SinkNode> sinks = new LinkedHashMap<>();
    private final String attempt;
    private final Time time;
    private final ConcurrentSkipListMap<Long, OpenSplit> open = new ConcurrentSkipListMap<>();
    private final AtomicLong undurable = new AtomicLong();

    /// `attempt` tells the names of unfinished parts from those of other processes.
    public SplitOutput(SplitRecorder recorder, List<SinkNode> sinks, String attempt, Time time) {
        this.recorder = recorder;
        sinks.forEach(node -> this.sinks.put(node.name(), node));
        this.attempt = attempt;
        this.time = time;
    }

    /// A split that is not done. Its parts and entries belong to the release thread.
    private static final class OpenSplit {
        private final SplitRange range;
        private final SplitListener listener;
        private final Map<String, PartFile> parts = new LinkedHashMap<>();
        private final List<LogEntry> entries = new ArrayList<>();
        private final Set<Long> ended = new HashSet<>();
        private boolean postponed;

        OpenSplit(SplitRange range, SplitListener listener) {
            this.range = range;
            this.listener = listener;
        }
    }

    /// Starts a split, before it is opened in the record.
    void begin(SplitRange range, SplitListener listener) {
        open.put(range.firstRow(), new OpenSplit(range, listener));
    }

    /// The split was done already.
    void skip(SplitRange range) {
        remove(range.firstRow()).listener.done();
    }

    /// Finishes a split without rows.
    void finishEmpty(SplitRange range) throws InterruptedException {
        finish(of(range.firstRow()));
    }

    /// Fails every split that is not done, and deletes its unfinished parts. Called when no thread works on them.
    public void fail(Throwable why) {
        abandon(listener -> listener.failed(why));
    }

    /// Leaves every split that is not done to a later job, and deletes its unfinished parts. Called when no thread
    /// works on them.
    public void postpone() {
        abandon(SplitListener::postponed);
    }

    private void abandon(Consumer<SplitListener> told) {
        for (OpenSplit split : open.values()) {
            split.parts.values().forEach(PartFile::abandon);
            told.accept(split.listener);
        }
        open.clear();
    }

    /// The rows that were written to parts of splits that are not done. Any thread may call.
    public long undurable() {
        return undurable.get();
    }

    private OpenSplit of(long rowSeq) {
        var found = open.floorEntry(rowSeq);
        if (found == null) {
            throw new IllegalStateException("row " + rowSeq + " is in no open split");
        }
        return found.getValue();
    }

    private OpenSplit remove(long firstRow) {
        OpenSplit split = open.remove(firstRow);
        if (split == null) {
            throw new IllegalStateException("no split starts with row " + firstRow);
        }
        return split;
    }

    /// The part of a sink for a row.
    Sink part(String sink, long rowSeq) throws IOException {
        return part(sink, of(rowSeq)).sink();
    }

    private PartFile part(String sink, OpenSplit split) throws IOException {
        PartFile known = split.parts.get(sink);
        if (known != null) {
            return known;
        }
        SinkNode node = sinks.get(sink);
        if (node == null) {
            throw new IllegalStateException("no sink is called '" + sink + "'");
        }
        PartFile opened = PartFile.open(node, split.range.split(), attempt);
        split.parts.put(sink, opened);
        return opened;
    }

    /// Keeps an entry about a row until its split is done.
    void keep(long rowSeq, LogEntry entry) {
        OpenSplit split = of(rowSeq);
        split.entries.add(entry);
        if (entry instanceof LogEntry.OutcomeReached) {
            if (split.ended.add(rowSeq)) {
                undurable.incrementAndGet();
            }
        }
    }

    /// A row is left to a later job, and with it its split. Called by the release thread.
    public void postpone(long rowSeq) {
        OpenSplit split = of(rowSeq);
        split.postponed = true;
        split.ended.add(rowSeq);
        leaveIfThrough(split);
    }

    private void leaveIfThrough(OpenSplit split) {
        if (split.postponed && split.ended.size() == split.range.rows()) {
            split.parts.values().forEach(PartFile::abandon);
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
            if (split.postponed) {
                leaveIfThrough(split);
            } else if (split.range.rows() > 0 && split.ended.size() == split.range.rows()) {
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
        undurable.addAndGet(-split.ended.size());
        remove(split.range.firstRow()).listener.done();
    }
}
