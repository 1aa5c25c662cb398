package dev.rowan.cli.observe;

import dev.rowan.cli.command.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// What is shown of a run to others than the terminal, while it works.
public final class ObserveOptions {
    @Option(names = "--ui", description = "Serve the page while the run works, and print its address.")
    private boolean ui;

    @Option(names = "--ui-stay", description = "The same, and go on serving after the run until Ctrl-C.")
    private boolean stay;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: any free one.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = {
                "Serve metrics for Prometheus at /metrics of this",
                "port on this machine while the run works; 0 is any."
            })
    private Optional<Integer> metricsPort = Optional.empty();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = {
                "Append what happens to the run as JSON lines: its",
                "start and end, limits, problems. No values of rows."
            })
    private Optional<Path> log = Optional.empty();

    /// The port of the page, if it is wanted.
    Optional<Integer> page() {
        if (!ui && !stay && port.isPresent()) {
            throw new UsageException("--port is the port of the page; it goes with --ui or --ui-stay");
        }
        return ui || stay ? Optional.of(checked("--port", port.orElse(0))) : Optional.empty();
    }

    Optional<Integer> metrics() {
        return metricsPort.map(given -> checked("--metrics-port", given));
    }

    private static int checked(String option, int port) {
        if (port < 0 || port > 65_535) {
            throw new UsageException(option + " must be from 0 to 65535, got " + port);
        }
        return port;
    }

    boolean stays() {
        return stay;
    }

    Optional<Path> log() {
        return log;
    }
}
