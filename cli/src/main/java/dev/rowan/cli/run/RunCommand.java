package dev.rowan.cli.run;

import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan run`: runs a pipeline and tells how it went.
@Command(
        name = "run",
        description = "Run a pipeline file.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/quickstart/pipeline.yaml --overwrite",
            "",
            "Ctrl-C lets rows on their way arrive, a second one stops at once; either way",
            "the sinks hold whole lines and the record is sealed. Batches go on at their",
            "providers, and `resume` collects them."
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
    private final ObserveOptions beside = new ObserveOptions();

    public RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return file.run(shell, spec, detach.stay(), beside);
    }
}
