package dev.rowan.cli.run;

import static java.util.Comparator.comparingLong;

import dev.rowan.api.CallScope;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.run.PipelineRun;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Stops a run when the heap is full, and ends the process when the run does not end by itself then: a JVM that is out
/// of memory loses virtual threads without a word, and the run cannot know. What is recorded stays, as after a crash,
/// and the run can be resumed.
///
/// A thread of its own looks now and then. Shared state: the run to look at, and whether a thread has died of an
/// `OutOfMemoryError` that nobody caught.
final class ExitGuard implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(6);
    private static final long FULL_PERCENT = 99;

    private final Shell shell;
    private final boolean isOn;
    private final CallScope scope = CallScope.openPlatform("exit-guard");
    private final OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    private volatile @Nullable PipelineRun run;
    private volatile String message = "";
    private volatile boolean diedOfMemory;

    private ExitGuard(Shell shell, boolean isOn) {
        this.shell = shell;
        this.isOn = isOn;
    }

    static ExitGuard open(Shell shell) {
        var guard = new ExitGuard(shell, true);
        Thread.setDefaultUncaughtExceptionHandler(guard::uncaught);
        guard.scope.start(guard::look);
        return guard;
    }

    private void uncaught(Thread thread, Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            diedOfMemory = true;
        } else {
            shell.err().println("thread " + thread.getName() + " has died");
            thrown.printStackTrace(shell.err());
        }
    }

    /// One that lets the process live, since it does not belong to the run alone.
    static ExitGuard off(Shell shell) {
        return new ExitGuard(shell, false);
    }

    void watch(PipelineRun started) {
        message = Shell.PREFIX + "out of memory: run " + started.runId()
                + " did not end by itself and is ended here; give it more heap (ROWAN_JAVA_OPTS=-Xmx...) or a lower"
                + " run.window_memory or run.window, then: " + shell.program() + " resume " + started.runId();
        run = started;
    }

    private void look() {
        Optional<MemoryPoolMXBean> heap = heap();
        boolean stopped = false;
        while (true) {
            try {
                shell.time().sleep(stopped ? PATIENCE : LOOK);
                if (stopped) {
                    end();
                }
                PipelineRun watched = run;
                if (watched != null && (diedOfMemory || watched.outOfMemory() || isFull(heap))) {
                    stopped = true;
                    watched.failOutOfMemory(full);
                }
            } catch (InterruptedException _) {
                return; // the run has ended
            } catch (OutOfMemoryError _) {
                diedOfMemory = true;
            }
        }
    }

    /// Whether garbage collection has ever left the heap full: every thread that allocated failed then.
    private static boolean isFull(Optional<MemoryPoolMXBean> heap) {
        return heap.isPresent() && heap.get().getCollectionUsageThresholdCount() > 0;
    }

    /// The part of the heap where objects stay, with a count of the collections that left it full; empty when this
    /// JVM does not count them.
    private static Optional<MemoryPoolMXBean> heap() {
        Optional<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isCollectionUsageThresholdSupported())
                .max(comparingLong(pool -> pool.getUsage().getMax()));
        heap.ifPresent(pool -> pool.setCollectionUsageThreshold(pool.getUsage().getMax() / 100 * FULL_PERCENT));
        return heap;
    }

    private void end() {
        try {
            shell.err().println(message);
        } finally {
            Runtime.getRuntime().halt(ExitCode.USE.number());
        }
    }

    @Override
    public void close() {
        if (isOn) {
            Thread.setDefaultUncaughtExceptionHandler(null);
        }
        scope.close();
    }
}
