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

/// Polls a run's jobs and sends notifications about them and about the run's end. It never fails a run: a failed
/// notification is reported once on standard error. Shared state, guarded by `this`: the job events so far, whether it
/// is closed, and the failures. Its own thread polls the jobs and holds the lock while sending; the end is sent after
/// that, on a thread of its own too.
public final class Notifier implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    /// After this many consecutive failures, notifications stop, so that they do not delay the run's end.
    private static final int MAX_FAILURES = 3;

    private final RunName run;
    private final Optional<NotificationSender> sender;
    private final Supplier<List<JobProgress>> jobs;
    private final PrintStream err;
    private final Time time;
    private final JobEvents news = new JobEvents();
    private final CallScope scope = CallScope.open("notify");
    private boolean closed;
    private boolean reported;
    private int failures;

    /// The run.
    private record RunName(String runId, String name) {}

    private Notifier(
            RunName run,
            Optional<NotificationSender> sender,
            Supplier<List<JobProgress>> jobs,
            PrintStream err,
            Time time) {
        this.run = run;
        this.sender = sender;
        this.jobs = jobs;
        this.err = err;
        this.time = time;
    }

    /// Starts polling the jobs of a run, if its pipeline has a notification target. Of jobs in `before`, only new
    /// events are sent.
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
        Optional<NotificationSender> sender = pipeline.notifySettings()
                .map(settings -> NotificationSender.of(settings, wire, folder, shell.environment()));
        var notifier = new Notifier(new RunName(runId, pipeline.name()), sender, jobs, shell.err(), shell.time());
        before.forEach(notifier.news::remember);
        if (sender.isPresent()) {
            notifier.scope.start(notifier::pollUntilInterrupted);
        }
        return notifier;
    }

    private void pollUntilInterrupted() {
        try {
            while (true) {
                time.sleep(INTERVAL);
                pollUnlessClosed();
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private synchronized void pollUnlessClosed() throws InterruptedException {
        if (!closed) {
            poll();
        }
    }

    private synchronized void poll() throws InterruptedException {
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
            send(one.kind(), facts);
        }
    }

    /// Sends the latest job events and the run's end. A run that exits while batches are running has not ended.
    public void ended(RunResult result) throws InterruptedException {
        close();
        boolean spent = result.status() == RunEnd.Status.LIMITED
                && result.why().filter(why -> why.contains("cost cap")).isPresent();
        onVirtualThread(() -> {
            poll();
            if (spent) {
                send(Kind.BUDGET_STOP, end(Kind.BUDGET_STOP, result));
            }
            if (result.status() != RunEnd.Status.WAITING) {
                send(Kind.RUN_ENDED, end(Kind.RUN_ENDED, result));
            }
        });
    }

    /// Sends that the run failed.
    public void broke(String why) throws InterruptedException {
        close();
        onVirtualThread(() -> {
            poll();
            send(Kind.RUN_ENDED, facts(Kind.RUN_ENDED).put("status", "failed").put("why", why));
        });
    }

    @FunctionalInterface
    private interface NotificationTask {
        void run() throws InterruptedException;
    }

    /// On a virtual thread, where HTTP exchanges can be interrupted.
    private static void onVirtualThread(NotificationTask sending) throws InterruptedException {
        try (CallScope last = CallScope.open("notify")) {
            var sent = last.fork(() -> {
                sending.run();
                return true;
            });
            sent.get();
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

    private synchronized void send(Kind kind, JsonObject facts) throws InterruptedException {
        if (sender.isEmpty() || failures >= MAX_FAILURES) {
            return;
        }
        Optional<String> failed = sender.get().send(new NotifyEvent(kind, facts));
        failures = failed.isPresent() ? failures + 1 : 0;
        if (failed.isPresent() && !reported) {
            reported = true;
            err.println(Shell.PREFIX + "notification '" + kind.word() + "' failed: " + SafeText.line(failed.get())
                    + "; the run continues, further failures are not reported");
        }
    }

    /// Stops polling after the notification in progress.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        scope.close();
    }
}
