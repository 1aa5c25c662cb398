package dev.rowan.cli.notify;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.cli.notify.NotifyEvent.Kind;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.RunResult;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.record.RunEnd;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/// Looks at a run's jobs now and then and tells what happened to them, and how the run ended. It is never the
/// reason that a run fails: what could not be told is said once on standard error.
///
/// Shared state, guarded by `this`: the news so far, whether it is over, and what failed. A thread of its own
/// looks at jobs while the run runs, holding the lock while it tells; the end is told after it, on a thread
/// of its own too.
public final class Notifier implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    /// After so many failures in a row nobody is told any more, so that a run's end is not kept waiting.
    private static final int MOST_FAILURES = 3;

    private final RunName run;
    private final Optional<NotificationSender> messenger;
    private final Supplier<List<JobProgress>> jobs;
    private final PrintStream err;
    private final Time time;
    private final JobEvents news = new JobEvents();
    private final CallScope scope = CallScope.open("notify");
    private boolean over;
    private boolean said;
    private int failures;

    /// Of which run is told.
    private record RunName(String runId, String name) {}

    private Notifier(
            RunName run,
            Optional<NotificationSender> messenger,
            Supplier<List<JobProgress>> jobs,
            PrintStream err,
            Time time) {
        this.run = run;
        this.messenger = messenger;
        this.jobs = jobs;
        this.err = err;
        this.time = time;
    }

    /// Begins to look at the jobs of a run, if its pipeline says whom to tell. `before` are the jobs that
    /// were there already: of those, only what happens from now on is told.
    public static Notifier open(
            Pipeline pipeline,
            String runId,
            List<JobReport> before,
            Supplier<List<JobProgress>> jobs,
            Wire wire,
            Shell shell) {
        Path folder = pipeline.file()
                .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
                .orElse(shell.folder().toAbsolutePath());
        Optional<NotificationSender> messenger =
                pipeline.told().map(settings -> NotificationSender.of(settings, wire, folder, shell.environment()));
        var notifier = new Notifier(new RunName(runId, pipeline.name()), messenger, jobs, shell.err(), shell.time());
        before.forEach(notifier.news::know);
        if (messenger.isPresent()) {
            notifier.scope.start(notifier::lookUntilInterrupted);
        }
        return notifier;
    }

    private void lookUntilInterrupted() {
        try {
            while (true) {
                time.sleep(INTERVAL);
                lookUnlessOver();
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private synchronized void lookUnlessOver() throws InterruptedException {
        if (!over) {
            look();
        }
    }

    private synchronized void look() throws InterruptedException {
        for (JobEvents.News one : news.since(jobs.get())) {
            JobProgress job = one.job();
            JsonObject facts = facts(one.kind())
                    .put("job", job.job())
                    .put("node", job.node())
                    .put("provider", job.provider())
                    .put("batch_id", job.batchId())
                    .put("items", job.items())
                    .put("done", job.done())
                    .put("why", job.held());
            switch (one.kind()) {
                case ITEMS_MISSING -> facts.put("missing", job.anomalies().missingItems());
                case JOB_ANOMALY ->
                    facts.put("stray_lines", job.anomalies().strayLines())
                            .put("other_batches", job.anomalies().otherBatches());
                case JOB_ENDED, HELD, BUDGET_STOP, RUN_ENDED -> {}
            }
            tell(one.kind(), facts);
        }
    }

    /// Tells what happened to jobs since the last look, and the run's end. A run that is left while batch
    /// services work has not ended.
    public void ended(RunResult result) throws InterruptedException {
        close();
        boolean spent = result.status() == RunEnd.Status.LIMITED
                && result.why().filter(why -> why.contains("cost cap")).isPresent();
        elsewhere(() -> {
            look();
            if (spent) {
                tell(Kind.BUDGET_STOP, end(Kind.BUDGET_STOP, result));
            }
            if (result.status() != RunEnd.Status.WAITING) {
                tell(Kind.RUN_ENDED, end(Kind.RUN_ENDED, result));
            }
        });
    }

    /// Tells that the run broke.
    public void broke(String why) throws InterruptedException {
        close();
        elsewhere(() -> {
            look();
            tell(Kind.RUN_ENDED, facts(Kind.RUN_ENDED).put("status", "failed").put("why", why));
        });
    }

    @FunctionalInterface
    private interface Telling {
        void run() throws InterruptedException;
    }

    /// On a virtual thread, where exchanges can be cut off.
    private static void elsewhere(Telling telling) throws InterruptedException {
        try (CallScope last = CallScope.open("notify")) {
            var told = last.fork(() -> {
                telling.run();
                return true;
            });
            told.get();
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
    }

    private JsonObject end(Kind kind, RunResult result) {
        return facts(kind)
                .put("status", result.status().word())
                .put("why", result.why())
                .put("rows_read", result.counts().rowsRead())
                .put("rows_ended", result.counts().rowsEnded())
                .put("cost_usd", result.counts().calls().cost().amount())
                .put("cost_known", result.counts().calls().cost().isKnown())
                .put("simulated", result.simulated());
    }

    private JsonObject facts(Kind kind) {
        return JsonObject.object()
                .put("event", kind.word())
                .put("time", time.instant())
                .put("run", run.runId())
                .put("name", run.name());
    }

    private synchronized void tell(Kind kind, JsonObject facts) throws InterruptedException {
        if (messenger.isEmpty() || failures >= MOST_FAILURES) {
            return;
        }
        Optional<String> failed = messenger.get().tell(new NotifyEvent(kind, facts));
        failures = failed.isPresent() ? failures + 1 : 0;
        if (failed.isPresent() && !said) {
            said = true;
            err.println(Shell.PREFIX + "nobody was told of '" + kind.word() + "': " + SafeText.line(failed.get())
                    + "; the run goes on, and this is said once");
        }
    }

    /// Ends the looking; word that is on its way arrives first.
    @Override
    public void close() {
        synchronized (this) {
            over = true;
        }
        scope.close();
    }
}
