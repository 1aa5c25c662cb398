package dev.rowan.cli.batch;

import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan batch watch`: resumes a run and waits until it is completed.
@Command(
        name = "watch",
        description = "Resume a run and wait until its batches and rows are done.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Like `resume`, but does not resubmit rows of cancelled batches. Ctrl-C exits;",
            "the batches keep running at the provider."
        })
final class WatchCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Mixin
    private final ObserveOptions observe = new ObserveOptions();

    WatchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run.resume(new BatchOptions(Stay.UNTIL_DONE, List.of(), false, false), spec, shell, observe);
    }
}
