package dev.rowan.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparingLong;

import dev.rowan.api.CallScope;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.stop.HeapExhaustedException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Stops a run when the heap is exhausted, and halts the process if the run does not end then: a JVM out of memory
/// silently loses virtual threads. The record stays, as after a crash, and the run can be resumed.
/// Its own thread polls. Shared state: the run, and whether a thread died of an uncaught `OutOfMemoryError`.
final class ExitGuard implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(6);
    private static final long FULL_PERCENT = 99;

    private final Shell shell;
    private final boolean isOn;
    private final CallScope scope = CallScope.openPlatform("exit-guard");
    private final OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    private volatile @Nullable PipelineRun run;
    private volatile byte[] message = {};
    private volatile boolean diedOfMemory;

    private ExitGuard(Shell shell, boolean isOn) {
        this.shell = shell;
        this.isOn = isOn;
    }

    static ExitGuard open(Shell shell) {
        var guard = new ExitGuard(shell, true);
        Thread.setDefaultUncaughtExceptionHandler(guard::uncaught);
        guard.scope.start(guard::poll);
        return guard;
    }

    private void uncaught(Thread thread, Throwable thrown) {
        if (HeapExhaustedException.behind(thrown).isPresent()) {
            diedOfMemory = true;
        } else {
            shell.err().println("thread " + thread.getName() + " died");
            thrown.printStackTrace(shell.err());
        }
    }

    /// A guard that never halts the process, for a run inside a server.
    static ExitGuard off(Shell shell) {
        return new ExitGuard(shell, false);
    }

    void watch(PipelineRun started) {
        String text = Shell.PREFIX + "out of memory: run " + started.runId()
                + " did not stop and is halted; increase the heap (ROWAN_JAVA_OPTS=-Xmx...) or lower"
                + " run.window_memory or run.window, then: " + shell.program() + " resume " + started.runId() + "\n";
        message = text.getBytes(UTF_8);
        run = started;
    }

    private void poll() {
        Optional<MemoryPoolMXBean> heap = heap();
        boolean stopped = false;
        while (true) {
            try {
                shell.time().sleep(stopped ? STOP_TIMEOUT : POLL_INTERVAL);
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
            } catch (VirtualMachineError | LinkageError _) {
                diedOfMemory = true; // a lambda that cannot be linked on a full heap is a LinkageError
            }
        }
    }

    /// Whether a garbage collection ever left the heap full, so that allocations failed.
    private static boolean isFull(Optional<MemoryPoolMXBean> heap) {
        return heap.isPresent() && heap.get().getCollectionUsageThresholdCount() > 0;
    }

    /// The old generation with its collection usage threshold; empty if the JVM does not support it.
    private static Optional<MemoryPoolMXBean> heap() {
        Optional<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isCollectionUsageThresholdSupported())
                .max(comparingLong(pool -> pool.getUsage().getMax()));
        heap.ifPresent(pool -> pool.setCollectionUsageThreshold(pool.getUsage().getMax() / 100 * FULL_PERCENT));
        return heap;
    }

    private void end() {
        try {
            shell.err().write(message, 0, message.length);
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
