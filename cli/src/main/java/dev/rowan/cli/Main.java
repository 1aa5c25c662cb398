package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.ResultOutput;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.TerminalProbe;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// The entry point: passes the real streams, environment and clock, and exits with the command's exit code.
public final class Main {
    private static final FileOutputStream FULL_HEAP_OUTPUT = new FileOutputStream(FileDescriptor.err);
    private static final byte[] OUT_OF_MEMORY = """
            rowan: out of memory; increase the heap (ROWAN_JAVA_OPTS=-Xmx...), then resume the run
            """.getBytes(StandardCharsets.UTF_8);

    private Main() {}

    public static void main(String... args) {
        end(Faults.NONE, args);
    }

    /// The same with fault injection, for crash tests.
    public static void end(Faults faults, String... args) {
        try {
            exit(execute(faults, args));
        } catch (VirtualMachineError | LinkageError _) {
            endWithoutMemory(); // reporting failed too; a class that cannot be loaded on a full heap is a LinkageError
        }
    }

    /// Halts the process when the heap is exhausted, without allocating.
    private static void endWithoutMemory() {
        try {
            FULL_HEAP_OUTPUT.write(OUT_OF_MEMORY);
        } catch (IOException _) {
            // the exit code is enough
        } finally {
            Runtime.getRuntime().halt(ExitCode.USE.number());
        }
    }

    /// Executes a command line with the real streams, environment and clock; returns the exit code.
    public static int execute(Faults faults, String... args) {
        var shell = new Shell(
                // a channel, because the reader of a stream cannot be interrupted while it waits for input
                Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel()),
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
        garbled.warning().ifPresent(warning -> shell.err().println("warning: " + warning));
        Optional<String> refusal = garbled.refusal();
        refusal.ifPresent(shell::printError);
        int code = refusal.isPresent() ? ExitCode.USE.number() : execute(shell, args);
        shell.out().flush();
        shell.err().flush();
        return code;
    }

    /// Executes a command line in `shell`; returns the exit code.
    public static int execute(Shell shell, String... args) {
        return RowanCommand.execute(shell, args);
    }

    /// Exits the process. `System.exit` waits up to 0.3 s for threads inside native code, where the pollers of virtual
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
