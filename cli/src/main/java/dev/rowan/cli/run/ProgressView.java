package dev.rowan.cli.run;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;

/// Prints progress to one stream. Guarded by the lock of [ProgressDisplay].
sealed interface ProgressView {

    Duration interval();

    void show(ProgressSnapshot snapshot);

    /// Clears the block, so that other lines can be printed.
    void clear();

    static ProgressView of(Shell shell) {
        return shell.screens().err().live() ? new Block(shell) : new Lines(shell.err());
    }

    /// A block at the bottom of a terminal, redrawn in place.
    final class Block implements ProgressView {
        private static final int PICTURES_PER_LOOK = 10;

        private final Shell shell;
        private Terminal screen;
        private int pictures;
        private int drawn;

        Block(Shell shell) {
            this.shell = shell;
            this.screen = shell.screens().err();
        }

        @Override
        public Duration interval() {
            return Duration.ofMillis(200);
        }

        @Override
        public void show(ProgressSnapshot snapshot) {
            if (++pictures % PICTURES_PER_LOOK == 0) {
                screen = shell.screens().err(); // the window may have changed
            }
            var lines = ProgressText.block(snapshot, screen);
            shell.err().print(up() + String.join("\n", lines) + "\n");
            shell.err().flush();
            drawn = lines.size();
        }

        @Override
        public void clear() {
            shell.err().print(up());
            shell.err().flush();
            drawn = 0;
        }

        /// Moves to the first line of the block and clears everything below.
        private String up() {
            return drawn == 0 ? "" : "\u001b[" + drawn + "A\r\u001b[J";
        }
    }

    /// One line every few seconds, for pipes and log files.
    record Lines(PrintStream err) implements ProgressView {
        @Override
        public Duration interval() {
            return Duration.ofSeconds(5);
        }

        @Override
        public void show(ProgressSnapshot snapshot) {
            err.println(ProgressText.line(snapshot));
        }

        @Override
        public void clear() {}
    }
}
