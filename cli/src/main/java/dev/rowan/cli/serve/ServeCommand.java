package dev.rowan.cli.serve;

import dev.rowan.cli.batch.PageActions;
import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.graph.PipelinePreview;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeNotFoundException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `rowan serve`: serves the page until a signal or an interrupt.
@Command(
        name = "serve",
        description = "Serve a web page with runs, rows and their history.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} --port 8484",
            "",
            "Listens on the loopback interface only, unless --bind is given, which requires",
            "TLS and a password. Ctrl-C stops it with exit code 0."
        })
public final class ServeCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(
            names = "--pipeline",
            paramLabel = "FILE",
            description = "Pipeline file to show next to the runs, reloaded on each view.")
    private Optional<Path> pipeline = Optional.empty();

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final AccessOptions access = new AccessOptions();

    @Option(names = "--json", description = "Print one JSON object with the URL.")
    private boolean json;

    public ServeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        LandscapeAddress address = landscape.choose(shell);
        boolean recorded = isRecorded(address);
        WebAccess allowed = access.read(shell);
        var stop = new CountDownLatch(1);
        try (var _ = StopSignals.listen(_ -> stop.countDown());
                Website site = start(
                        allowed,
                        new LandscapeLocation(address.url(), address.base(), shell::withCommands),
                        jobController(address))) {
            if (json) {
                shell.out()
                        .println(JsonObject.object()
                                .put("open", site.entrance().toString())
                                .put("address", site.address().toString())
                                .line());
            } else {
                shell.out().println("Open " + site.entrance());
                if (!recorded) {
                    shell.out()
                            .println("No runs in " + Landscapes.describe(address.url(), address.base())
                                    + " yet; the page shows the first one when it starts.");
                }
                shell.out().println("Press Ctrl-C to stop the server.");
            }
            stop.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.number();
    }

    /// Whether the landscape exists. The page works without one until the first run creates it, or until it becomes
    /// reachable.
    private boolean isRecorded(LandscapeAddress address) {
        try (var _ = address.read()) {
            return true;
        } catch (LandscapeNotFoundException _) {
            return false;
        } catch (LandscapeUnreachableException down) {
            shell.err().println("warning: " + SafeText.line(String.valueOf(down.getMessage())));
            shell.err().println("The page returns 503 until the landscape is reachable.");
            return true;
        }
    }

    /// Job decisions on the page are executed like the commands.
    private JobController jobController(LandscapeAddress address) {
        return new JobController(
                Optional.of(new PageActions(landscape, envFile.on(shell))), Optional.of(artifacts.in(address, shell)));
    }

    private Website start(WebAccess allowed, LandscapeLocation location, JobController jobs) throws IOException {
        try {
            return Website.start(
                    allowed,
                    location,
                    shell.time(),
                    pipeline.map(file -> new PipelinePreview(file, shell)),
                    jobs,
                    Optional.of(new PageRuns(landscape, envFile.on(shell))));
        } catch (BindException taken) {
            throw new UsageException("cannot listen on port " + allowed.port() + " of "
                    + allowed.bind().getHostAddress() + ": " + taken.getMessage()
                    + "; omit --port to use any free port");
        }
    }
}
