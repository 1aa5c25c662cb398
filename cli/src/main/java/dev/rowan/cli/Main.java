package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.ResultOutput;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.TerminalProbe;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// Starts the program: names the real streams, environment and clock, and ends with the command's exit code.
public final class Main {
    private static final FileOutputStream FULL_HEAP_OUTPUT = new FileOutputStream(FileDescriptor.err);
    private static final byte[] OUT_OF_MEMORY = """
            rowan: out of memory; give it more heap (ROWAN_JAVA_OPTS=-Xmx...); a run can be resumed then
            """.getBytes(StandardCharsets.UTF_8);

    private Main() {}

    public static void main(String... args) {
        end(Faults.NONE, args);
    }

    /// The same, with someone who is told of the points at which a run might die: crash tests start the program so.
    public static void end(Faults faults, String... args) {
        try {
            exit(execute(faults, args));
        } catch (OutOfMemoryError _) {
            endWithoutMemory();
        }
    }

    /// Ends the process when there is no memory left to tell what happened; allocates nothing.
    private static void endWithoutMemory() {
        try {
            FULL_HEAP_OUTPUT.write(OUT_OF_MEMORY);
        } catch (IOException _) {
            // the exit code tells it
        } finally {
            Runtime.getRuntime().halt(ExitCode.USE.number());
        }
    }

    /// Does what the words say, with the real streams, environment and clock; gives the exit code.
    public static int execute(Faults faults, String... args) {
        var shell = new Shell(
                ResultOutput.of(new FileOutputStream(FileDescriptor.out)),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                new TerminalProbe(System.getenv()),
                System.getenv(),
                Path.of(""),
                new SystemTime(),
                ZoneId.systemDefault(),
                faults);
        var garbled = new GarbledNames(
                System.getProperty("sun.jnu.encoding", "UTF-8"),
                List.of(args),
                System.getProperty("user.dir", ""),
                System.getenv());
        garbled.warning().ifPresent(words -> shell.err().println("warning: " + words));
        Optional<String> refusal = garbled.refusal();
        refusal.ifPresent(shell::printError);
        int code = refusal.isPresent() ? ExitCode.USE.number() : RowanCommand.execute(shell, args);
        shell.out().flush();
        shell.err().flush();
        return code;
    }

    /// Ends the process. `System.exit` waits up to 0.3 s for threads inside native code, where the pollers of virtual
    /// threads always are; returning from `main` does not, but waits for all threads that are not daemons.
    private static void exit(int code) {
        if (code != 0) {
            System.exit(code);
        }
        boolean isLast = Thread.getAllStackTraces().keySet().stream()
                .allMatch(thread -> thread.isDaemon() || thread.equals(Thread.currentThread()));
        if (!isLast) {
            System.exit(code);
        }
    }
}
