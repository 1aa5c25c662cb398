package dev.rowan.cli.run;

import dev.rowan.cli.flink.EngineOption;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan run`: runs a pipeline and prints a summary.
@Command(
        name = "run",
        description = "Run a pipeline.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/quickstart/pipeline.yaml --overwrite",
            "",
            "Ctrl-C drains the rows in flight, a second Ctrl-C stops immediately; either way",
            "sinks contain complete lines and the record is sealed. Batches keep running at",
            "the provider; `resume` collects their results."
        })
public final class RunCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunFile file = new RunFile();

    @Mixin
    private final DetachOption detach = new DetachOption();

    @Mixin
    private final EngineOption engine = new EngineOption();

    @Mixin
    private final ObserveOptions observe = new ObserveOptions();

    public RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return file.run(shell, spec, detach.stay(), observe, engine);
    }
}
