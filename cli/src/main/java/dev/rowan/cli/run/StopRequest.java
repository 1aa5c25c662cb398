package dev.rowan.cli.run;

import dev.rowan.engine.run.PipelineRun;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// What a signal does to a run: the first stops it with grace, the next at once.
///
/// Called on threads of the JVM; shared state is the number of signals so far.
final class StopRequest implements Consumer<String> {
    private final PipelineRun run;
    private final ProgressDisplay display;
    private final AtomicInteger signals = new AtomicInteger();

    StopRequest(PipelineRun run, ProgressDisplay display) {
        this.run = run;
        this.display = display;
    }

    @Override
    public void accept(String signal) {
        boolean first = signals.incrementAndGet() == 1;
        display.announceStop(
                first
                        ? "rowan: " + signal + ": stopping after the rows on their way; Ctrl-C again stops at once"
                        : "rowan: " + signal + ": stopping at once");
        run.interrupt(signal);
    }
}
