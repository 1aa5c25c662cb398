package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.terminal.ResultOutput;
import dev.rowan.cli.terminal.ScreenProbe;
import dev.rowan.cli.terminal.Shell;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;

/// Starts the program: names the real streams, environment and clock, and ends with the command's exit code.
public final class Main {
    private Main() {}

    public static void main(String... args) {
        end(Faults.NONE, args);
    }

    /// The same, with someone who is told of the points at which a run might die: crash tests start the program so.
    public static void end(Faults faults, String... args) {
        exit(execute(faults, args));
    }

    /// Does what the words say, with the real streams, environment and clock; gives the exit code.
    public static int execute(Faults faults, String... args) {
        var shell = new Shell(
                ResultOutput.of(new FileOutputStream(FileDescriptor.out)),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                new ScreenProbe(System.getenv()),
                System.getenv(),
                Path.of(""),
                new SystemTime(),
                ZoneId.systemDefault(),
                faults);
        int code = RowanCommand.execute(shell, args);
        shell.out().flush();
        shell.err().flush();
        return code;
    }

    /// Ends the process. `System.exit` waits up to 0.3 s for threads inside native code, where the pollers of virtual
    /// threads always are; returning from `main` does not, but waits for all threads that are not daemons.
    private static void exit(int code) {
        boolean isLast = Thread.getAllStackTraces().keySet().stream()
                .allMatch(thread -> thread.isDaemon() || thread.equals(Thread.currentThread()));
        if (code != 0 || !isLast) {
            System.exit(code);
        }
    }
}
