package dev.rowan.cli.run;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.run.PipelineRun;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// What a signal does to a run: the first stops it with grace, the second at once, and the third ends the
/// process even if a plugin does not let go.
///
/// Called on threads of the JVM; shared state is the number of signals so far.
final class StopRequest implements Consumer<String> {
    private final PipelineRun run;
    private final boolean keepsJobs;
    private final ProgressDisplay display;
    private final AtomicInteger signals = new AtomicInteger();

    /// `keepsJobs` says that jobs of batch services go on when the run is interrupted.
    StopRequest(PipelineRun run, boolean keepsJobs, ProgressDisplay display) {
        this.run = run;
        this.keepsJobs = keepsJobs;
        this.display = display;
    }

    @Override
    public void accept(String signal) {
        String begin = Shell.PREFIX + signal + ": ";
        switch (signals.incrementAndGet()) {
            case 1 -> {
                display.announceStop(
                        begin + "stopping after the rows on their way; Ctrl-C again stops at once" + jobs());
                run.interrupt(signal);
            }
            case 2 -> {
                display.announceStop(begin + "stopping at once");
                run.interrupt(signal);
            }
            default -> {
                display.announceStop(begin + "ending run " + run.runId() + " here; its record has no end");
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
            }
        }
    }

    /// What becomes of the jobs that have not ended.
    private String jobs() {
        long live = run.progress().jobs().stream()
                .filter(job -> !job.phase().isOver())
                .count();
        if (live == 0) {
            return "";
        }
        String batches = live == 1 ? "1 batch" : live + " batches";
        return "\n" + Shell.PREFIX + batches + (keepsJobs ? " will go on without this program" : " will be cancelled");
    }
}
