package dev.rowan.cli.observe;

import dev.rowan.api.call.Wire;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.telemetry.OtlpSettings;
import dev.rowan.telemetry.Telemetry;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Loads the telemetry module lazily, only if the environment enables it.
final class TelemetryLoader {
    private static final String PREFIX = "OTEL_EXPORTER_OTLP_";

    private final Telemetry telemetry;
    /// A strong reference: loggers are weakly held and would lose their level.
    private final Logger library = Logger.getLogger("io.opentelemetry");

    private TelemetryLoader(Telemetry telemetry) {
        this.telemetry = telemetry;
        library.setLevel(Level.OFF); // export failures are reported once, at the end
    }

    static Optional<TelemetryLoader> of(Wire wire, Shell shell) {
        if (shell.environment().keySet().stream().noneMatch(name -> name.startsWith(PREFIX))) {
            return Optional.empty();
        }
        try {
            return OtlpSettings.of(shell.environment())
                    .map(settings ->
                            new TelemetryLoader(new Telemetry(settings, wire, shell.time(), RowanVersion.number())));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    RunEventListener observer() {
        return telemetry;
    }

    Optional<String> finish() throws InterruptedException {
        return telemetry.finish();
    }

    void close() {
        telemetry.close();
    }
}
