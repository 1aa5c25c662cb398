package dev.rowan.cli.batch;

import dev.rowan.cli.run.RunFile;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions.Stay;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan batch submit`: runs a pipeline until all batches are submitted.
@Command(
        name = "submit",
        description = "Run a pipeline until all batches are submitted, then exit.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/batch/pipeline.yaml",
            "",
            "Same as `run --detach`: exit code 6 while batch jobs are running. Collect the",
            "results with `batch watch` or `resume`."
        })
final class SubmitCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunFile file = new RunFile();

    SubmitCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return file.run(shell, spec, Stay.UNTIL_SUBMITTED);
    }
}
