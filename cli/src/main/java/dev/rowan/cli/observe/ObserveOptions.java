package dev.rowan.cli.observe;

import dev.rowan.cli.command.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for observing a run: page, metrics, log.
public final class ObserveOptions {
    @Option(names = "--ui", description = "Serve the web page during the run and print its URL.")
    private boolean ui;

    @Option(names = "--ui-stay", description = "Like --ui, but keep serving after the run until Ctrl-C.")
    private boolean stay;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the web page. Default: any free port.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = {
                "Serve Prometheus metrics at /metrics on this local",
                "port during the run; 0 picks any free port."
            })
    private Optional<Integer> metricsPort = Optional.empty();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = {"Append run events as JSON lines: start, end, limits,", "problems. Contains no row values."})
    private Optional<Path> log = Optional.empty();

    /// The port of the page, if requested.
    Optional<Integer> page() {
        if (!ui && !stay && port.isPresent()) {
            throw new UsageException("--port requires --ui or --ui-stay");
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

    public boolean isGiven() {
        return ui || stay || port.isPresent() || metricsPort.isPresent() || log.isPresent();
    }

    boolean stays() {
        return stay;
    }

    Optional<Path> log() {
        return log;
    }
}
