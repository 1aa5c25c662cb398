package dev.rowan.engine.startup;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.call.AnswerStore;
import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.engine.call.SinceAnswers;
import dev.rowan.engine.feed.RetryFeed;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.feed.RowObservation;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.output.SinkGuard;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.resume.Continuation;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// What every kind of start needs. What it opens is closed with `closer`.
record StartupContext(
        Pipeline pipeline,
        Landscape landscape,
        RunRequest request,
        RunSetup setup,
        RunProgress progress,
        ResourceCloser closer) {

    SinkGuard guard(String runId) {
        return new SinkGuard(runId, pipeline, landscape, request.purpose().abandoned(), setup.time());
    }

    LandscapeReader openReader() {
        LandscapeReader reader = landscape.reader();
        closer.add(reader);
        return reader;
    }

    SourceSequence openSource() throws IOException {
        var source = new SourceSequence(pipeline.sources());
        source.open();
        closer.add(source);
        progress.sourceOpened(source.size());
        return source;
    }

    void identifySinks(String runId) {
        boolean ordered = pipeline.run().order() == RunSettings.Order.INPUT;
        boolean replayed = request.startMode() instanceof RunStartMode.Replayed;
        pipeline.sinks()
                .forEach(node -> node.sink().identify(new Sink.Identity(runId, node.name(), ordered, replayed)));
    }

    /// Finds everything that would keep the sinks from opening, before any is touched.
    void checkSinks(Sink.Existing existing) throws PluginException {
        List<String> problems = pipeline.sinks().stream()
                .flatMap(node -> node.sink().check(existing).map(p -> "sink '" + node.name() + "': " + p).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }

    /// Shows rows to the transforms that depend on the rows before.
    RowObservation observation() {
        return new RowObservation(pipeline, setup.time());
    }

    /// The same, after the rows on record of `run`, or of the run that it retries rows of.
    RowObservation observeRecorded(LandscapeReader reader, RunStart run) throws PluginException, InterruptedException {
        RowObservation observation = observation();
        if (!observation.isEmpty()) {
            RunStart first = run;
            for (var parent = Continuation.parent(first); parent.isPresent(); parent = Continuation.parent(first)) {
                first = reader.runs().declared(parent.get());
            }
            observation.observe(reader, first.runId());
        }
        return observation;
    }

    /// Lets transforms decide about rows as in the run `before`; returns `start` with what that needs.
    RunStart restoreDecisions(LandscapeReader reader, RunStart before, RunStart start)
            throws PluginException, InterruptedException {
        observeRecorded(reader, before);
        RowCount.restore(pipeline, before);
        Object rows = before.settings().get(RowCount.SETTING);
        return rows == null ? start : start.with(RowCount.SETTING, rows);
    }

    boolean usesBatches() {
        return pipeline.transforms().stream().anyMatch(TransformNode::usesBatches);
    }

    /// The rows of its parent that a continuation retries, except the first `read` ones. Their number is known if no
    /// other continuation retried some of them.
    RowFeed retriedRows(LandscapeReader reader, RunStart continuation, long read) {
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

    /// The answers of the run since which `runId` asks only for what has changed.
    Optional<SinceAnswers> sinceAnswers(Optional<SinceRun> since, String runId) {
        return since.map(run -> {
            LandscapeReader reader = openReader();
            return SinceAnswers.load(
                    reader,
                    new AnswerStore(openReader()),
                    SinceRun.withRetried(reader, run.runId()),
                    run.notBefore(),
                    runId);
        });
    }

    /// The answers that the rows of a continuation got in earlier runs.
    EarlierAnswers earlierAnswers(RunStart continuation) {
        var runs = new ArrayList<>(Continuation.superseded(continuation));
        runs.add(Continuation.parent(continuation).orElseThrow());
        return new EarlierAnswers(openReader(), runs);
    }
}
