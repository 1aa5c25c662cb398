package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.change.AnswersDiscardedException;
import dev.rowan.engine.change.AnswersDiscardedException.JobLoss;
import dev.rowan.engine.change.RunChanges;
import dev.rowan.engine.feed.ObservedFeed;
import dev.rowan.engine.feed.PendingFeed;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.feed.RowObservation;
import dev.rowan.engine.feed.SourceFeed;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.output.SinkGuard;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.progress.WriterSamples;
import dev.rowan.engine.resume.Continuation;
import dev.rowan.engine.resume.DiscardedAnswers;
import dev.rowan.engine.resume.ResumePreconditions;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.AccountFingerprints;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Opens a run that was stopped or killed where it left off. Writes nothing until the pipeline is known to be the
/// run's own, or its changes are accepted.
record ResumeStartup(StartupContext context) {

    OpenedRun open(RunStartMode.Resumed resumed) throws IOException, InterruptedException {
        String runId = resumed.runId();
        LandscapeReader reader = context.openReader();
        RunStart before = reader.runs().declared(runId);
        ResumePreconditions.refuseAbandoned(reader.runs().summary(runId));
        ResumePreconditions.refuseForgotten(before);
        ResumePreconditions.refuseReplay(before);
        boolean continuation = Continuation.parent(before).isPresent();
        boolean gone = context.pipeline().transientSource().isPresent();
        Optional<SourceSequence> source = continuation || gone ? Optional.empty() : Optional.of(context.openSource());
        RunStart now = startRecord(before, source);
        List<RunResume.RunChange> changes = RunChanges.between(before, now, resumed.acceptChanges());
        ResumePreconditions.refuseSharedOutput(reader, runId, now);
        ResumePreconditions.refuseMovedNodes(reader, before, now);
        List<JobLoss> losses = losses(reader, before, now, resumed);
        SinkGuard guard = context.guard(runId);
        guard.refuseLive();
        guard.lockFiles(context.closer());
        Set<Long> olderRequests = waitingRequests(runId);
        ResumedRun run = context.landscape().resume(runId, resume(now, changes), guard.outputs());
        context.closer().add(run.recorder());
        RunSummary summary = reader.runs().summary(runId);
        context.progress().continueFrom(summary);
        long read = run.recovered().rowsRead();
        RowObservation observation = context.observeRecorded(reader, before);
        RowFeed rest = gone
                ? RowFeed.EMPTY
                : source.map(opened -> ObservedFeed.of(
                                new SourceFeed(opened, reader.rows().lastRead(runId)), observation))
                        .orElseGet(() -> context.retriedRows(reader, before, read));
        if (gone) {
            run.recorder()
                    .record(new LogEntry.RunNoted(
                            "input_gone", context.setup().time().instant(), Map.of("rows_read", read)));
        }
        boolean batches = usesBatches(reader, runId);
        Optional<Sample> lastSample = lastSample(reader, runId);
        lastSample.ifPresent(context.progress()::continueSource);
        return new OpenedRun(
                run.recorder(),
                batches ? PendingFeed.withJobs(reader, runId, rest) : PendingFeed.of(reader, runId, rest),
                run.recovered().marks(),
                existing(before),
                batches,
                new RunHistory(
                        summary.calls(),
                        Continuation.generation(before),
                        summary.started(),
                        lastSample,
                        continuation ? Optional.of(context.earlierAnswers(before)) : Optional.empty(),
                        context.sinceAnswers(SinceRun.of(before), runId),
                        SinceRun.isOnlyChanged(before),
                        AccountFingerprints.in(before.settings()),
                        losses.stream().map(JobLoss::job).toList(),
                        olderRequests));
    }

    /// The pipeline as it is now, with the settings that a run keeps from its first start.
    private RunStart startRecord(RunStart before, Optional<SourceSequence> source)
            throws IOException, InterruptedException {
        Optional<String> fingerprint = source.isPresent() ? source.get().fingerprint() : Optional.empty();
        Pipeline pipeline = context.pipeline();
        SourceFields.recorded(before, source).announce(pipeline);
        RowCount.restore(pipeline, before);
        RunStart now = RunStartRecord.of(before.runId(), pipeline, context.request(), context.setup(), fingerprint);
        for (String setting : List.of(
                "existing",
                SourceFields.SETTING,
                RowCount.SETTING,
                "continues",
                "generation",
                "retried",
                SinceRun.SETTING,
                SinceRun.NOT_BEFORE,
                RunForecast.SETTING,
                SinceRun.ONLY_CHANGED,
                Continuation.SUPERSEDES)) {
            now = now.with(setting, before.settings().get(setting));
        }
        return now;
    }

    private RunResume resume(RunStart now, List<RunResume.RunChange> changes) {
        return new RunResume(
                context.request().origin().rowanVersion(),
                context.request().origin().operator(),
                now.commandLine(),
                changes,
                changes.isEmpty() ? Optional.empty() : Optional.of(now));
    }

    /// Whether calls go through batch services, or did before: open jobs are resumed even where new calls are sent
    /// in real time.
    private boolean usesBatches(LandscapeReader reader, String runId) {
        return context.usesBatches()
                || (context.pipeline().transforms().stream()
                                .anyMatch(node -> node.batched().isPresent())
                        && !reader.jobs().list(runId).isEmpty());
    }

    /// The control requests that wait before this process owns the run: nobody submits one to a run without a
    /// process.
    private Set<Long> waitingRequests(String runId) {
        Optional<ControlRequestStore> opened = context.landscape().controlRequests();
        if (opened.isEmpty()) {
            return Set.of();
        }
        try (ControlRequestStore requests = opened.get()) {
            return requests.waiting(runId).stream()
                    .map(ControlRequestStore.Submitted::number)
                    .collect(Collectors.toSet());
        }
    }

    /// The answers of batch jobs that the accepted changes discard; without permission that is an
    /// [AnswersDiscardedException].
    private List<JobLoss> losses(LandscapeReader reader, RunStart before, RunStart now, RunStartMode.Resumed resumed)
            throws AnswersDiscardedException {
        if (!resumed.acceptChanges()) {
            return List.of();
        }
        RunSetup setup = context.setup();
        RunRequest request = context.request();
        List<JobLoss> losses = new DiscardedAnswers(reader, context.pipeline(), setup.redaction(), setup.simulatedAt())
                .of(before, now, request.batches().orders());
        if (!losses.isEmpty() && !request.batches().discardsAnswers()) {
            throw new AnswersDiscardedException(resumed.runId(), losses);
        }
        return losses;
    }

    /// The last sample, with the attempts that have ended since, in the chains of all writers.
    private static Optional<Sample> lastSample(LandscapeReader reader, String runId) {
        return reader.splits().writers(runId).isEmpty()
                ? WriterSamples.last(reader, runId, 0)
                : Optional.of(new WriterSamples(reader, runId)
                        .sum(reader.runs().summary(runId), OptionalLong.empty(), Optional.empty(), false));
    }

    /// What the run was allowed to do with existing output when it first started, for sinks that it never opened.
    private static Sink.Existing existing(RunStart run) {
        return run.settings().get("existing") instanceof String word
                ? Sink.Existing.valueOf(word.toUpperCase(Locale.ROOT))
                : Sink.Existing.REFUSE;
    }
}
