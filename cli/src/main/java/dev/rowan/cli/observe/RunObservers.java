package dev.rowan.cli.observe;

import dev.rowan.api.call.Wire;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.metrics.MetricsServer;
import dev.rowan.web.metrics.RunMeasure;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// The observers of one run: page, metrics, telemetry, log. They never fail a started run. Owned by the command's
/// thread; other threads call [#observer] and request metrics: the shared state is the status.
public final class RunObservers implements AutoCloseable {
    private final ObserveOptions options;
    private final Shell shell;
    private final Optional<RunLog> log;
    private final Optional<TelemetryLoader> spans;
    private final List<AutoCloseable> servers = new ArrayList<>();
    private volatile String status = RunSummary.RUNNING;

    private RunObservers(ObserveOptions options, Shell shell, Optional<RunLog> log, Optional<TelemetryLoader> spans) {
        this.options = options;
        this.shell = shell;
        this.log = log;
        this.spans = spans;
    }

    /// Opens what the options and the environment request; errors are reported before the run starts.
    public static RunObservers open(ObserveOptions options, Wire wire, Shell shell) {
        options.page();
        options.metrics();
        Optional<TelemetryLoader> spans = TelemetryLoader.of(wire, shell);
        return new RunObservers(options, shell, options.log().map(file -> RunLog.open(file, shell)), spans);
    }

    /// The listener for run events.
    public RunEventListener observer() {
        List<RunEventPublisher> publishers = new ArrayList<>();
        log.ifPresent(lines -> publishers.add(RunEventPublisher.to(lines)));
        spans.ifPresent(sent -> publishers.add(RunEventPublisher.to(sent.observer())));
        if (options.metrics().isPresent()) {
            publishers.add(RunEventPublisher.to(this::note));
        }
        return publishers.isEmpty()
                ? RunEventListener.NONE
                : what -> publishers.forEach(each -> each.publish(() -> what));
    }

    private void note(RunEvent what) {
        if (what instanceof RunEvent.RunEnded ended) {
            status = ended.status().word();
        }
    }

    /// Starts the servers, until this is closed.
    public void follow(PipelineRun run, String pipeline, LandscapeAddress address) throws IOException {
        if (options.page().isPresent()) {
            int port = options.page().get();
            Website site = started(
                    "--port",
                    port,
                    () -> Website.start(
                            WebAccess.onLoopback(port, PageToken.of(shell)),
                            new LandscapeLocation(address.url(), address.base(), shell::withCommands),
                            shell.time()));
            servers.add(site);
            shell.err().println("Open " + site.entrance());
        }
        if (options.metrics().isPresent()) {
            int port = options.metrics().get();
            MetricsServer server = started(
                    "--metrics-port",
                    port,
                    () -> MetricsServer.start(port, () -> measures(run, pipeline), shell.time()));
            servers.add(server);
            shell.err().println("Metrics at " + server.address());
        }
        log.ifPresent(lines -> lines.follow(run::progress));
    }

    @FunctionalInterface
    private interface ServerStart<T> {
        T start() throws IOException;
    }

    private static <T> T started(String option, int port, ServerStart<T> starting) throws IOException {
        try {
            return starting.start();
        } catch (BindException taken) {
            throw new UsageException(
                    option + ": cannot listen on port " + port + ": " + taken.getMessage() + "; 0 picks any free port");
        }
    }

    private List<RunMeasure> measures(PipelineRun run, String pipeline) {
        return run.sample().stream()
                .map(sample -> new RunMeasure(
                        run.runId(),
                        pipeline,
                        status,
                        sample,
                        run.progress().jobs().stream()
                                .collect(Collectors.groupingBy(job -> job.step(), Collectors.counting()))))
                .toList();
    }

    /// Reports a stop request.
    public void stopping(String by) {
        log.ifPresent(lines -> lines.stopping(by));
    }

    /// Flushes everything and prints a line for each failure.
    public void finish() throws InterruptedException {
        if (spans.isPresent()) {
            spans.get()
                    .finish()
                    .ifPresent(missing -> shell.printError("telemetry: " + missing + "; the run is not affected"));
        }
        log.flatMap(RunLog::finish)
                .ifPresent(missing -> shell.printError("--log: " + missing + "; the run is not affected"));
    }

    /// Waits for Ctrl-C with `--ui-stay`.
    public void stay() {
        if (!options.stays()) {
            return;
        }
        var stop = new CountDownLatch(1);
        try (var _ = StopSignals.listen(_ -> stop.countDown())) {
            shell.err().println("Still serving the page; press Ctrl-C to stop.");
            stop.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        for (AutoCloseable server : servers) {
            try {
                server.close();
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
        }
        spans.ifPresent(TelemetryLoader::close);
        log.ifPresent(RunLog::close);
    }
}
