package dev.rowan.engine.startup;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.feed.ObservedFeed;
import dev.rowan.engine.feed.ReplayFeed;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.feed.SourceFeed;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.output.AbandonedOutput;
import dev.rowan.engine.output.SinkGuard;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.resume.Continuation;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Opens the record and the rows of a run, by its [RunStartMode].
///
/// Used by the run's own thread.
public final class RunStartup {
    private static final int MAX_ROWS_LISTED = 10;

    private final StartupContext context;
    private final Pipeline pipeline;
    private final RunRequest request;

    /// What is opened is closed with `closer`.
    public RunStartup(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunSetup setup,
            RunProgress progress,
            ResourceCloser closer) {
        this.context = new StartupContext(pipeline, landscape, request, setup, progress, closer);
        this.pipeline = pipeline;
        this.request = request;
    }

    public OpenedRun open(String runId) throws IOException, InterruptedException {
        context.identifySinks(request.startMode() instanceof RunStartMode.Resumed resumed ? resumed.runId() : runId);
        return switch (request.startMode()) {
            case RunStartMode.Fresh _ -> fresh(runId);
            case RunStartMode.Resumed resumed -> new ResumeStartup(context).open(resumed);
            case RunStartMode.Retried retried -> retry(runId, retried);
            case RunStartMode.Replayed replayed -> replay(runId, replayed);
        };
    }

    private OpenedRun fresh(String runId) throws IOException, InterruptedException {
        SinkGuard guard = context.guard(runId);
        guard.refuseHeld();
        SourceSequence source = context.openSource();
        SourceFields fields = SourceFields.of(source);
        fields.announce(pipeline);
        context.checkSinks(request.existing());
        guard.lockFiles(context.closer());
        RunStart start = fields.recordedIn(recordOf(runId, source.fingerprint()));
        OptionalLong rows = RowCount.count(pipeline, context.setup());
        if (rows.isPresent()) {
            start = start.with(RowCount.SETTING, rows.getAsLong());
        }
        if (request.purpose().calibrates().isPresent()) {
            start = request.purpose().calibrates().get().recordedIn(start);
        }
        if (request.purpose().forecast().isPresent()) {
            start = request.purpose().forecast().get().recordedIn(start);
        }
        if (request.purpose().since().isPresent()) {
            start = request.purpose().since().get().recordedIn(start);
        }
        RunHistory history = RunHistory.startedAt(now(), 0, Optional.empty());
        RowFeed feed = ObservedFeed.of(new SourceFeed(source, Optional.empty()), context.observation());
        OpenedRun opened = openNew(start, guard, feed, request.existing(), context.usesBatches(), history);
        boolean onlyChanged =
                request.purpose().since().filter(SinceRun::onlyChanged).isPresent();
        return opened.with(history.with(context.sinceAnswers(request.purpose().since(), runId), onlyChanged));
    }

    private OpenedRun retry(String runId, RunStartMode.Retried retried) throws IOException, InterruptedException {
        SinkGuard guard = context.guard(runId);
        guard.refuseHeld();
        LandscapeReader reader = context.openReader();
        RunStart parent = reader.runs().declared(retried.runId());
        SourceFields fields = SourceFields.recorded(parent, Optional.empty());
        fields.announce(pipeline);
        context.checkSinks(Sink.Existing.APPEND);
        guard.lockFiles(context.closer());
        int generation = Continuation.generation(parent) + 1;
        RunStart start = fields.recordedIn(recordOf(runId, Optional.empty()))
                .with("continues", retried.runId())
                .with("generation", generation)
                .with(
                        "retried",
                        retried.outcomes().stream().map(Outcome::word).sorted().toList());
        List<String> superseded = Continuation.abandoned(
                reader, retried.runId(), request.purpose().abandoned());
        if (!superseded.isEmpty()) {
            start = start.with(Continuation.SUPERSEDES, superseded);
        }
        start = context.restoreDecisions(reader, parent, start);
        RowFeed rows = context.retriedRows(reader, start, 0);
        var history = RunHistory.startedAt(now(), generation, Optional.of(context.earlierAnswers(start)));
        return openNew(start, guard, rows, Sink.Existing.APPEND, context.usesBatches(), history);
    }

    private OpenedRun replay(String runId, RunStartMode.Replayed replayed) throws IOException, InterruptedException {
        LandscapeReader reader = replayed.record();
        SinkGuard guard = context.guard(runId);
        guard.refuseHeld();
        SourceFields.recorded(reader.runs().declared(replayed.runId()), Optional.empty())
                .announce(pipeline);
        context.checkSinks(request.existing());
        refuseDeleted(replayed);
        guard.lockFiles(context.closer());
        context.progress()
                .sourceOpened(
                        OptionalLong.of(reader.runs().summary(replayed.runId()).rowsEnded()));
        RunStart start = context.restoreDecisions(
                reader,
                reader.runs().declared(replayed.runId()),
                recordOf(runId, Optional.empty()).with(Continuation.REPLAYS, replayed.runId()));
        var rows = new ReplayFeed(
                reader, replayed.runId(), replayed.nodes(), replayed.replay().isStrict());
        boolean onlyChanged = SinceRun.isOnlyChanged(reader.runs().declared(replayed.runId()));
        var history = RunHistory.startedAt(now(), 0, Optional.empty()).with(Optional.empty(), onlyChanged);
        return openNew(start, guard, rows, request.existing(), false, history);
    }

    private static void refuseDeleted(RunStartMode.Replayed replayed) throws PluginException {
        List<Long> deleted = replayed.record().rows().deleted(replayed.runId(), MAX_ROWS_LISTED + 1);
        if (!deleted.isEmpty()) {
            String rows = deleted.stream()
                    .limit(MAX_ROWS_LISTED)
                    .map("%,d"::formatted)
                    .collect(Collectors.joining(", "));
            throw new PluginException("run " + replayed.runId() + " cannot be replayed: values or replies of row "
                    + rows + (deleted.size() > MAX_ROWS_LISTED ? " and others" : "")
                    + " were deleted from the landscape; run the pipeline again on its input");
        }
    }

    private RunStart recordOf(String runId, Optional<String> fingerprint) throws IOException {
        return RunStartRecord.of(runId, pipeline, request, context.setup(), fingerprint);
    }

    private Instant now() {
        return context.setup().time().instant();
    }

    /// Opens the record of a new run.
    private OpenedRun openNew(
            RunStart start, SinkGuard guard, RowFeed feed, Sink.Existing existing, boolean batches, RunHistory history)
            throws IOException, InterruptedException {
        guard.refuseUnrelated(Continuation.superseded(start));
        if (existing != Sink.Existing.OVERWRITE) {
            truncateAbandoned();
        }
        LandscapeRecorder recorder = context.landscape()
                .start(start, guard.outputs(), request.purpose().abandoned());
        context.closer().add(recorder);
        return new OpenedRun(recorder, feed, Map.of(), existing, batches, history);
    }

    private void truncateAbandoned() throws IOException {
        if (!request.purpose().abandoned().isEmpty()) {
            try (LandscapeReader reader = context.landscape().reader()) {
                for (String abandoned : request.purpose().abandoned()) {
                    new AbandonedOutput(pipeline, reader).truncate(abandoned);
                }
            }
        }
    }
}
