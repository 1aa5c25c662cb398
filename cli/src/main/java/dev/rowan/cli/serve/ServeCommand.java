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
import dev.rowan.web.read.LandscapePlace;
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

/// `rowan serve`: the page, until it is told to stop by a signal or an interrupt.
@Command(
        name = "serve",
        description = "Show runs, rows and their stories as a page in the browser.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} --port 8484",
            "",
            "It listens on this machine alone unless --bind says otherwise, which takes",
            "TLS and a password. Ctrl-C stops it, with exit code 0."
        })
public final class ServeCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(
            names = "--pipeline",
            paramLabel = "FILE",
            description = "A pipeline file to show beside the runs, read anew each time it is looked at.")
    private Optional<Path> pipeline = Optional.empty();

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final AccessOptions access = new AccessOptions();

    @Option(names = "--json", description = "Print one JSON object with the address.")
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
                        new LandscapePlace(address.url(), address.base(), shell::withCommands),
                        office(address))) {
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
                            .println("No run is recorded in " + Landscapes.describe(address.url(), address.base())
                                    + " yet; the page shows the first one as soon as it starts.");
                }
                shell.out().println("Ctrl-C stops the server.");
            }
            stop.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.number();
    }

    /// Whether there is a landscape. The page works without one, and finds it when the first run makes it; one that
    /// cannot be reached for now is shown once it can be.
    private boolean isRecorded(LandscapeAddress address) {
        try (var _ = address.read()) {
            return true;
        } catch (LandscapeNotFoundException _) {
            return false;
        } catch (LandscapeUnreachableException down) {
            shell.err().println("warning: " + SafeText.line(String.valueOf(down.getMessage())));
            shell.err().println("The page answers 503 until the landscape can be reached.");
            return true;
        }
    }

    /// What is decided about batch jobs on the page is done as the commands do it.
    private JobController office(LandscapeAddress address) {
        return new JobController(
                Optional.of(new PageActions(landscape, envFile.on(shell))), Optional.of(artifacts.in(address, shell)));
    }

    private Website start(WebAccess allowed, LandscapePlace place, JobController office) throws IOException {
        try {
            return Website.start(
                    allowed,
                    place,
                    shell.time(),
                    pipeline.map(file -> new PipelinePreview(file, shell)),
                    office,
                    Optional.of(new PageRuns(landscape, envFile.on(shell))));
        } catch (BindException taken) {
            throw new UsageException(
                    "port " + allowed.port() + " of " + allowed.bind().getHostAddress() + " cannot be had: "
                            + taken.getMessage() + "; without --port any free one is taken");
        }
    }
}
