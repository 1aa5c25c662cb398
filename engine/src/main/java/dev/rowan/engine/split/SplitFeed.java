package dev.rowan.engine.split;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.release.RecordedRefusals;
import dev.rowan.engine.split.SplitQueue.SubmittedSplit;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a worker's splits, one split after the other. A split that was opened before begins with its rows on
/// record. Owned by the reader thread.
public final class SplitFeed implements RowFeed, AutoCloseable {
    private static final int PAGE = 200;

    private final String runId;
    private final SplitQueue queue;
    private final SplitRecorder recorder;
    private final SplitOutput output;
    private final Pipeline pipeline;
    private final PluginSetup setup;
    private final LandscapeReader reader;
    private final RejectionSeries rejections;
    private final RecordedRefusals refusals;
    private final RunProgress progress;
    private final Deque<PendingRow> pending = new ArrayDeque<>();
    private @Nullable PlannedSplit current;
    private @Nullable Source source;
    private boolean onRecord;
    private volatile boolean waiting;
    private long next;

    public SplitFeed(
            String runId,
            SplitQueue queue,
            SplitRecorder recorder,
            SplitOutput output,
            Pipeline pipeline,
            PluginSetup setup,
            LandscapeReader reader,
            RejectionSeries rejections,
            RecordedRefusals refusals,
            RunProgress progress) {
        this.runId = runId;
        this.queue = queue;
        this.recorder = recorder;
        this.output = output;
        this.pipeline = pipeline;
        this.setup = setup;
        this.reader = reader;
        this.rejections = rejections;
        this.refusals = refusals;
        this.progress = progress;
    }

    @Override
    public Optional<InputRow> next() throws IOException, InterruptedException {
        while (true) {
            if (current == null && !begin()) {
                return Optional.empty();
            }
            if (current != null) {
                SplitRange range = current.range();
                if (next < range.firstRow() + range.rows()) {
                    return Optional.of(row(current));
                }
                closeSource();
                current = null;
            }
        }
    }

    /// Opens the next split; false if there is none. A split that is done already is reported and left alone.
    private boolean begin() throws IOException, InterruptedException {
        Optional<SubmittedSplit> taken = take();
        if (taken.isEmpty()) {
            return false;
        }
        PlannedSplit split = taken.get().split();
        output.begin(split.range(), taken.get().listener());
        if (awaitsJobs(split.range())) {
            output.leave(split.range());
            return true;
        }
        switch (recorder.open(split.range())) {
            case DONE -> output.skip(split.range());
            case NEW -> start(split, false);
            case AGAIN -> {
                output.restart(split.range());
                if (pipeline.sinks().stream().anyMatch(node -> node.onError() instanceof OnError.ToSink)) {
                    refusals.addOfWriters(reader, runId);
                }
                start(split, true);
            }
        }
        return true;
    }

    /// Whether a row of the split is in a batch job that has not ended.
    private boolean awaitsJobs(SplitRange range) {
        return pipeline.transforms().stream().anyMatch(TransformNode::usesBatches)
                && reader.pendingRows().listUnfinished(runId, range.firstRow() - 1, (int) range.rows()).stream()
                        .anyMatch(row -> row.awaits() && row.rowSeq() < range.firstRow() + range.rows());
    }

    private void start(PlannedSplit split, boolean again) throws IOException, InterruptedException {
        if (split.range().rows() == 0) {
            output.finishEmpty(split.range());
            return;
        }
        current = split;
        next = split.range().firstRow();
        onRecord = again;
    }

    /// Rows that are held back, until it is known whether others fail too, are released before waiting.
    private Optional<SubmittedSplit> take() throws InterruptedException {
        if (!queue.isEmpty()) {
            return queue.take();
        }
        rejections.releaseImmediately(true);
        waiting = true;
        try {
            return queue.take();
        } finally {
            waiting = false;
            rejections.releaseImmediately(false);
        }
    }

    private InputRow row(PlannedSplit split) throws IOException, InterruptedException {
        if (onRecord) {
            Optional<PendingRow> recorded = recorded(split.range());
            if (recorded.isPresent()) {
                next = recorded.get().rowSeq() + 1;
                progress.rowRead(0);
                return new InputRow.Pending(recorded.get());
            }
            onRecord = false;
        }
        if (source == null) {
            source = open(split);
        }
        Source.Item item = source.next().orElseThrow(() -> ended(split));
        return new InputRow.Fresh(next++, split.source(), item, EarlierVisits.NOTHING);
    }

    /// The next row of the split that is on record; they are its first ones.
    private Optional<PendingRow> recorded(SplitRange range) {
        if (pending.isEmpty()) {
            reader.pendingRows().unfinished(runId, next - 1, PAGE).stream()
                    .filter(row -> row.rowSeq() < range.firstRow() + range.rows())
                    .forEach(pending::add);
        }
        return Optional.ofNullable(pending.poll());
    }

    private Source open(PlannedSplit split) throws IOException, InterruptedException {
        Source opened = pipeline.source(split.source()).copy().get();
        opened.prepare(setup);
        opened.open();
        long skipped = next - split.range().firstRow();
        if (split.start().isPresent()) {
            if (!(opened instanceof SplittableSource splittable)) {
                opened.close();
                throw new PluginException(opened.describe() + " cannot be read from within; restore the input");
            }
            splittable.startAt(split.start().get());
        }
        for (long i = 0; i < skipped; i++) {
            if (opened.next().isEmpty()) {
                opened.close();
                throw ended(split);
            }
        }
        return opened;
    }

    private PluginException ended(PlannedSplit split) {
        return new PluginException("the input has ended at row %,d, and split %d has rows up to %,d; restore the input"
                .formatted(
                        next - 1,
                        split.range().split(),
                        split.range().firstRow() + split.range().rows() - 1));
    }

    @Override
    public boolean isWaiting() {
        return waiting;
    }

    @Override
    public long progress() {
        return 0;
    }

    private void closeSource() throws IOException {
        if (source != null) {
            Source done = source;
            source = null;
            done.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeSource();
    }
}
