package dev.rowan.engine.run;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.engine.change.AnswersDiscardedException;
import dev.rowan.engine.change.AnswersDiscardedException.JobLoss;
import dev.rowan.engine.change.RunChanges;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.NoteQueries;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.Sample;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Opens the record and the rows of a run, by the way it begins. What it opens is closed with `closing`.
///
/// Used by the run's own thread.
final class RunStartup {
    private static final int SHOWN_ROWS = 10;
    static final String REPLAYS = "replays";

    private final Pipeline pipeline;
    private final Landscape landscape;
    private final RunRequest request;
    private final RunSetup setup;
    private final RunProgress progress;
    private final ResourceCloser closing;

    RunStartup(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunSetup setup,
            RunProgress progress,
            ResourceCloser closing) {
        this.pipeline = pipeline;
        this.landscape = landscape;
        this.request = request;
        this.setup = setup;
        this.progress = progress;
        this.closing = closing;
    }

    OpenedRun begin(String runId) throws IOException, InterruptedException {
        return switch (request.beginning()) {
            case RunStartMode.Fresh _ -> anew(runId);
            case RunStartMode.Resumed resumed -> resumed(resumed);
            case RunStartMode.Retried retried -> retried(runId, retried);
            case RunStartMode.Replayed replayed -> replayed(runId, replayed);
        };
    }

    private OpenedRun anew(String runId) throws IOException, InterruptedException {
        SinkGuard guard = guard(runId);
        guard.refuseHeld();
        Source source = openSource();
        SourceFields fields = SourceFields.of(source);
        fields.tell(pipeline);
        checkSinks(request.existing());
        guard.lockFiles(closing);
        RunStart start = fields.recordedIn(RunStartRecord.of(runId, pipeline, request, setup, source.fingerprint()));
        return begun(start, guard, new SourceFeed(source, 0), request.existing(), 0, usesBatches());
    }

    private SinkGuard guard(String runId) {
        return new SinkGuard(runId, pipeline, landscape, request, setup.time());
    }

    /// A run of its own, to which nothing was done before.
    private OpenedRun begun(
            RunStart start, SinkGuard guard, RowFeed feed, Sink.Existing existing, int generation, boolean batches)
            throws IOException, InterruptedException {
        Instant now = setup.time().instant();
        guard.refuseUnrelated(Continuation.superseded(start));
        if (existing != Sink.Existing.OVERWRITE) {
            truncateAbandoned();
        }
        LandscapeRecorder recorder = landscape.start(start, guard.outputs(), request.abandoned());
        closing.add(recorder);
        return new OpenedRun(
                recorder, feed, Map.of(), existing, CallTotals.NONE, generation, batches, now, Optional.empty());
    }

    private void truncateAbandoned() throws IOException {
        if (!request.abandoned().isEmpty()) {
            try (LandscapeReader reader = landscape.reader()) {
                for (String abandoned : request.abandoned()) {
                    new AbandonedOutput(pipeline, reader).truncate(abandoned);
                }
            }
        }
    }

    private boolean usesBatches() {
        return pipeline.transforms().stream().anyMatch(TransformNode::usesBatches);
    }

    /// Whether calls go through batch services, or may have gone before: jobs are gone on with even where new
    /// calls go out in real time.
    private boolean usesBatches(LandscapeReader reader, String runId) {
        return usesBatches()
                || (pipeline.transforms().stream()
                                .anyMatch(node -> node.batched().isPresent())
                        && !reader.jobs().list(runId).isEmpty());
    }

    /// Nothing is written before it is clear that the pipeline is still the run's own.
    private OpenedRun resumed(RunStartMode.Resumed resumed) throws IOException, InterruptedException {
        LandscapeReader reader = landscape.reader();
        closing.add(reader);
        RunStart before = reader.runs().declared(resumed.runId());
        ResumePreconditions.refuseAbandoned(reader.runs().summary(resumed.runId()));
        ResumePreconditions.refuseForgotten(before);
        ResumePreconditions.refuseReplay(before);
        Optional<Source> source =
                Continuation.parent(before).isPresent() ? Optional.empty() : Optional.of(openSource());
        Optional<String> content = source.isPresent() ? source.get().fingerprint() : Optional.empty();
        SourceFields.recorded(before, source).tell(pipeline);
        RunStart now = RunStartRecord.of(resumed.runId(), pipeline, request, setup, content)
                .with("existing", before.settings().get("existing"))
                .with(SourceFields.SETTING, before.settings().get(SourceFields.SETTING))
                .with("continues", before.settings().get("continues"))
                .with("generation", before.settings().get("generation"))
                .with("retried", before.settings().get("retried"))
                .with(Continuation.SUPERSEDES, before.settings().get(Continuation.SUPERSEDES));
        List<RunResume.RunChange> changes = RunChanges.between(before, now, resumed.acceptChanges());
        ResumePreconditions.refuseSharedOutput(reader, resumed.runId(), now);
        ResumePreconditions.refuseMovedNodes(reader, before, now);
        List<JobLoss> losses = losses(reader, before, now, resumed);
        SinkGuard guard = guard(resumed.runId());
        guard.refuseLive();
        guard.lockFiles(closing);
        Set<Long> older = waitingOrders(resumed.runId());
        ResumedRun run = landscape.resume(
                resumed.runId(),
                new RunResume(
                        request.rowanVersion(),
                        request.operator(),
                        now.commandLine(),
                        changes,
                        changes.isEmpty() ? Optional.empty() : Optional.of(now)),
                guard.outputs());
        closing.add(run.recorder());
        RunSummary summary = reader.runs().summary(resumed.runId());
        progress.continueFrom(summary);
        long read = run.recovered().rowsRead();
        RowFeed rest = source.<RowFeed>map(opened -> new SourceFeed(opened, read))
                .orElseGet(() -> ended(reader, before, read));
        boolean batches = usesBatches(reader, resumed.runId());
        Optional<Sample> sampled = sampled(reader, resumed.runId());
        sampled.ifPresent(progress::continueSource);
        var begun = new OpenedRun(
                run.recorder(),
                batches
                        ? PendingFeed.withJobs(reader, resumed.runId(), rest)
                        : PendingFeed.of(reader, resumed.runId(), rest),
                run.recovered().marks(),
                existing(before),
                summary.calls(),
                Continuation.generation(before),
                batches,
                summary.started(),
                sampled);
        OpenedRun all = begun.resuming(losses.stream().map(JobLoss::job).toList(), older);
        return Continuation.parent(before).isPresent() ? all.with(answersFor(before)) : all;
    }

    /// The orders that wait before this process has the run: nobody gives one to a run that nobody has.
    private Set<Long> waitingOrders(String runId) {
        Optional<ControlRequestStore> opened = landscape.orders();
        if (opened.isEmpty()) {
            return Set.of();
        }
        try (ControlRequestStore orders = opened.get()) {
            return orders.waiting(runId).stream()
                    .map(ControlRequestStore.Submitted::number)
                    .collect(Collectors.toSet());
        }
    }

    /// The answers of batch jobs that are given up with the change; without leave that is an
    /// [AnswersDiscardedException].
    private List<JobLoss> losses(LandscapeReader reader, RunStart before, RunStart now, RunStartMode.Resumed resumed)
            throws AnswersDiscardedException {
        if (!resumed.acceptChanges()) {
            return List.of();
        }
        List<JobLoss> losses = new DiscardedAnswers(reader, pipeline, setup)
                .of(before, now, request.batches().orders());
        if (!losses.isEmpty() && !request.batches().discardsAnswers()) {
            throw new AnswersDiscardedException(resumed.runId(), losses);
        }
        return losses;
    }

    /// What rows of a continuation were answered before it.
    private EarlierAnswers answersFor(RunStart continuation) {
        LandscapeReader reader = landscape.reader();
        closing.add(reader);
        var runs = new ArrayList<>(Continuation.superseded(continuation));
        runs.add(Continuation.parent(continuation).orElseThrow());
        return new EarlierAnswers(reader, runs);
    }

    /// How the run went by its last sample, and by the attempts that have ended since.
    private static Optional<Sample> sampled(LandscapeReader reader, String runId) {
        List<NoteQueries.Note> samples = reader.notes().after(runId, 0, Set.of(Sample.NOTE));
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        NoteQueries.Note last = samples.getLast();
        return Optional.of(
                NodeTotals.add(Sample.of(last.facts()), reader.calls().endedAfter(runId, last.event())));
    }

    private OpenedRun retried(String runId, RunStartMode.Retried retried) throws IOException, InterruptedException {
        SinkGuard guard = guard(runId);
        guard.refuseHeld();
        LandscapeReader reader = landscape.reader();
        closing.add(reader);
        RunStart parent = reader.runs().declared(retried.runId());
        SourceFields fields = SourceFields.recorded(parent, Optional.empty());
        fields.tell(pipeline);
        checkSinks(Sink.Existing.APPEND);
        guard.lockFiles(closing);
        int generation = Continuation.generation(parent) + 1;
        RunStart start = fields.recordedIn(RunStartRecord.of(runId, pipeline, request, setup, Optional.empty()))
                .with("continues", retried.runId())
                .with("generation", generation)
                .with(
                        "retried",
                        retried.outcomes().stream().map(Outcome::word).sorted().toList());
        List<String> superseded = Continuation.abandoned(reader, retried.runId(), request.abandoned());
        if (!superseded.isEmpty()) {
            start = start.with(Continuation.SUPERSEDES, superseded);
        }
        return begun(start, guard, ended(reader, start, 0), Sink.Existing.APPEND, generation, usesBatches())
                .with(answersFor(start));
    }

    /// The rows of its parent that a continuation takes up, but for the `read` ones that it has read. How many is
    /// known when no other continuation took some of them up.
    private RowFeed ended(LandscapeReader reader, RunStart continuation, long read) {
        String parent = Continuation.parent(continuation).orElseThrow();
        Set<Outcome> outcomes = Continuation.outcomes(continuation);
        List<String> superseded = Continuation.superseded(continuation);
        Map<Outcome, Long> counts = reader.runs().summary(parent).outcomes();
        long rows = outcomes.stream()
                .mapToLong(outcome -> counts.getOrDefault(outcome, 0L))
                .sum();
        progress.sourceOpened(superseded.isEmpty() ? OptionalLong.of(rows) : OptionalLong.empty());
        return new RetryFeed(reader, parent, outcomes, superseded, read);
    }

    private OpenedRun replayed(String runId, RunStartMode.Replayed replayed) throws IOException, InterruptedException {
        SinkGuard guard = guard(runId);
        guard.refuseHeld();
        SourceFields.recorded(replayed.record().runs().declared(replayed.runId()), Optional.empty())
                .tell(pipeline);
        checkSinks(request.existing());
        refuseDeleted(replayed);
        guard.lockFiles(closing);
        progress.sourceOpened(OptionalLong.of(
                replayed.record().runs().summary(replayed.runId()).rowsEnded()));
        RunStart start = RunStartRecord.of(runId, pipeline, request, setup, Optional.empty())
                .with(REPLAYS, replayed.runId());
        return begun(start, guard, new ReplayFeed(replayed), request.existing(), 0, false);
    }

    private static void refuseDeleted(RunStartMode.Replayed replayed) throws PluginException {
        List<Long> deleted = replayed.record().rows().deleted(replayed.runId(), SHOWN_ROWS + 1);
        if (!deleted.isEmpty()) {
            String rows =
                    deleted.stream().limit(SHOWN_ROWS).map("%,d"::formatted).collect(Collectors.joining(", "));
            throw new PluginException("run " + replayed.runId() + " cannot be repeated: values or replies of row "
                    + rows + (deleted.size() > SHOWN_ROWS ? " and others" : "")
                    + " were deleted from the landscape; run the pipeline anew on its input");
        }
    }

    /// What the run was allowed when it began, for sinks that it died before opening.
    private static Sink.Existing existing(RunStart run) {
        return run.settings().get("existing") instanceof String word
                ? Sink.Existing.valueOf(word.toUpperCase(Locale.ROOT))
                : Sink.Existing.REFUSE;
    }

    private Source openSource() throws IOException {
        Source source = pipeline.source().source();
        source.open();
        closing.add(source);
        progress.sourceOpened(source.size());
        return source;
    }

    /// Everything that would keep the sinks from opening, before anything is touched.
    private void checkSinks(Sink.Existing existing) throws PluginException {
        List<String> problems = pipeline.sinks().stream()
                .flatMap(node -> node.sink().check(existing).map(p -> "sink '" + node.name() + "': " + p).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }
}
