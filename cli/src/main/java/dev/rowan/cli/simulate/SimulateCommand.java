package dev.rowan.cli.simulate;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `rowan simulate`: runs the simulator until a signal or an interrupt.
@Command(
        name = "simulate",
        description = "Run the provider simulator: no API keys, no network.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} --latency 200ms --requests 600 --fault status:503=0.01",
            "",
            "Listens on 127.0.0.1 only. Ctrl-C stops it with exit code 0."
        })
public final class SimulateCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private final SimulatorOptions options = new SimulatorOptions();

    @Option(names = "--json", description = "Print one JSON object at start and one at exit.")
    private boolean json;

    public SimulateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        SimulatorSettings settings = options.read(shell);
        var stop = new CountDownLatch(1);
        boolean interrupted;
        try (var _ = StopSignals.listen(_ -> stop.countDown());
                Simulator simulator = start(settings)) {
            var serving = new ServingText(simulator.address(), settings);
            if (json) {
                shell.out().println(serving.json().line());
            } else {
                serving.lines(shell.screens().out().paint()).forEach(shell.out()::println);
            }
            interrupted = isInterruptedBefore(stop);
            SimulatorBill bill = SimulatorBill.of(simulator.address(), shell);
            shell.out().println(json ? bill.json().line() : "Stopped: " + bill.text());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.number();
    }

    private Simulator start(SimulatorSettings settings) throws IOException {
        try {
            return Simulator.start(settings, shell.time());
        } catch (BindException taken) {
            throw new UsageException("cannot listen on port " + settings.place().port() + " of 127.0.0.1: "
                    + taken.getMessage() + "; omit --port to use any free port");
        }
    }

    /// Waits for the end; returns whether it was an interrupt, which is deferred while the bill is fetched.
    private static boolean isInterruptedBefore(CountDownLatch stop) {
        try {
            stop.await();
            return false;
        } catch (InterruptedException _) {
            return true;
        }
    }
}
