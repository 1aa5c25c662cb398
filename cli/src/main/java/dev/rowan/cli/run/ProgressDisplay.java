package dev.rowan.cli.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.progress.RunProgress;
import java.util.function.Supplier;

/// Refreshes a run's progress on its own thread until closed.
/// Shared state, guarded by `this`: the view, and whether the run is stopping. Signal handlers call it from JVM
/// threads, between two refreshes.
final class ProgressDisplay implements AutoCloseable {
    private final Shell shell;
    private final ProgressView view;
    private final Supplier<RunProgress.Snapshot> progress;
    private final RateWindow pace;
    private final CallScope scope = CallScope.openPlatform("progress");
    private boolean stopping;

    private ProgressDisplay(Shell shell, String name, Supplier<RunProgress.Snapshot> progress) {
        this.shell = shell;
        this.view = ProgressView.of(shell);
        this.progress = progress;
        this.pace = new RateWindow(name, shell.time().nanos(), shell.zone());
    }

    /// A quiet display shows no progress but still prints announcements.
    static ProgressDisplay open(Shell shell, String name, Supplier<RunProgress.Snapshot> progress, boolean quiet) {
        var display = new ProgressDisplay(shell, name, progress);
        if (!quiet) {
            display.scope.start(display::showUntilInterrupted);
        }
        return display;
    }

    private void showUntilInterrupted() {
        Time time = shell.time();
        try {
            while (true) {
                time.sleep(view.interval());
                show(time.nanos());
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private synchronized void show(long nanos) {
        view.show(pace.snapshot(progress.get(), nanos, stopping));
    }

    /// Prints that the run is stopping, on its own line.
    synchronized void announceStop(String line) {
        stopping = true;
        view.clear();
        shell.err().println(line);
    }

    @Override
    public void close() {
        scope.close();
        synchronized (this) {
            view.clear();
        }
    }
}
