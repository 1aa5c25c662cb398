package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A run on a thread of its own, so that a test can act while it runs.
final class StartedRun implements AutoCloseable {
    private final CallScope scope = CallScope.open("test");
    private final FutureTask<RunResult> task;

    StartedRun(PipelineRun run) {
        this.task = scope.fork(run::run);
    }

    /// Waits for the end of the run; what it threw is thrown here.
    RunResult result() throws Exception {
        try {
            return task.get();
        } catch (ExecutionException broken) {
            switch (broken.getCause()) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                case null, default -> throw broken;
            }
        }
    }

    /// Interrupts the thread that runs it.
    void interruptCaller() {
        scope.interrupt();
    }

    @Override
    public void close() {
        scope.close();
    }
}
