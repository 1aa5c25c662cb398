package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.engine.schedule.RowScope.Task;
import java.util.List;
import java.util.Optional;

/// The threads on which tokens of one row run concurrently, `run.row_parallelism` at most. Shared by all rows;
/// stateless.
final class RowWorkers {
    private final CallScope threads;
    private final int parallelism;
    private final TokenTask work;

    /// A `parallelism` of 0 leaves all tokens to the row's own thread.
    RowWorkers(CallScope threads, int parallelism, TokenTask work) {
        this.threads = threads;
        this.parallelism = parallelism;
        this.work = work;
    }

    /// Runs a token until it ends or waits.
    interface TokenTask {
        void run(Task task, RowScope scope) throws InterruptedException;
    }

    /// Makes tokens ready, and starts workers for them.
    void start(List<Task> tasks, RowScope scope) {
        scope.push(tasks);
        startWorkers(scope, 0);
    }

    /// Starts workers for tokens that are ready, except for those that the calling thread takes itself.
    void startWorkers(RowScope scope, int spare) {
        if (parallelism > 0) {
            for (int more = scope.reserveWorkers(parallelism, spare); more > 0; more--) {
                threads.start(() -> help(scope));
            }
        }
    }

    /// Runs tokens on a thread of its own while some are ready.
    private void help(RowScope scope) {
        try {
            for (Optional<Task> task = scope.poll(); task.isPresent(); task = scope.poll()) {
                work.run(task.get(), scope);
                boolean goesOn = scope.done(task.get().part());
                startWorkers(scope, goesOn ? 1 : 0);
                if (!goesOn) {
                    return;
                }
            }
        } catch (Throwable broken) {
            scope.fail(broken);
        }
    }
}
