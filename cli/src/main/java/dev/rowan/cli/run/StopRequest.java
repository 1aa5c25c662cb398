package dev.rowan.cli.run;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.run.PipelineRun;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Handles signals during a run: the first drains it, the second stops it immediately, the third halts the process
/// even if a plugin hangs. Called on JVM threads; the shared state is the number of signals.
final class StopRequest implements Consumer<String> {
    private final PipelineRun run;
    private final boolean keepsJobs;
    private final ProgressDisplay display;
    private final AtomicInteger signals = new AtomicInteger();

    /// `keepsJobs` means that batch jobs keep running when the run is interrupted.
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
                        begin + "stopping after the rows in flight; press Ctrl-C again to stop immediately" + jobs());
                run.interrupt(signal);
            }
            case 2 -> {
                display.announceStop(begin + "stopping immediately");
                run.interrupt(signal);
            }
            default -> {
                display.announceStop(begin + "halting run " + run.runId() + "; its record has no end");
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
            }
        }
    }

    /// What happens to open jobs.
    private String jobs() {
        long live = run.progress().jobs().stream()
                .filter(job -> !job.phase().isOver())
                .count();
        if (live == 0) {
            return "";
        }
        String batches = live == 1 ? "1 batch" : live + " batches";
        return "\n" + Shell.PREFIX + batches
                + (keepsJobs ? " will keep running at the provider" : " will be cancelled");
    }
}
