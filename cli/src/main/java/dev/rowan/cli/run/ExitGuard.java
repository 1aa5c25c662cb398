package dev.rowan.cli.run;

import dev.rowan.api.CallScope;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.FailureReport;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.run.PipelineRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Ends the process when a run that is out of memory does not end by itself: the JVM may lose threads then. What is
/// recorded stays, as after a crash, and the run can be resumed.
///
/// A thread of its own looks now and then, and allocates nothing. Shared state: the run to look at, and whether a
/// thread
/// has died of an `OutOfMemoryError` that nobody caught. The JVM throws one where it wakes a virtual thread, too, which
/// then never runs, and the run cannot know.
final class ExitGuard implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Shell shell;
    private final boolean isOn;
    private final CallScope scope = CallScope.openPlatform("exit-guard");
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
        message = FailureReport.PREFIX + "out of memory: run " + started.runId()
                + " did not end by itself and is ended here; give it more heap (ROWAN_JAVA_OPTS=-Xmx...) or a lower"
                + " run.window_memory or run.window, then: " + shell.program() + " resume " + started.runId();
        run = started;
    }

    private void look() {
        Duration wait = LOOK;
        while (true) {
            try {
                shell.time().sleep(wait);
                if (wait.equals(PATIENCE)) {
                    end();
                }
                PipelineRun watched = run;
                wait = watched != null && (diedOfMemory || watched.outOfMemory()) ? PATIENCE : LOOK;
            } catch (InterruptedException _) {
                return; // the run has ended
            } catch (OutOfMemoryError _) {
                Thread.onSpinWait();
            }
        }
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
