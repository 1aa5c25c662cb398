package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.cli.Main;
import dev.rowan.cli.terminal.ResultOutput;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Terminals;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;

/// The real program in this process, which saves the start of a JVM per command. Tests of what belongs to a process
/// (signals, its death, its heap, two of them at once) use [RowanProcess].
final class RowanProgram {
    private static final String WIDTH_OF_PIPE = "100";

    private RowanProgram() {}

    /// Runs a command to its end.
    static Ended run(Path folder, String... args) {
        return run(folder, Map.of(), args);
    }

    /// Runs a command with these variables; of the surrounding ones, those that lead to services are taken away.
    static Ended run(Path folder, Map<String, String> variables, String... args) {
        Map<String, String> environment = RowanProcess.environment(variables);
        int width = Integer.parseInt(environment.getOrDefault("COLUMNS", WIDTH_OF_PIPE));
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.execute(
                new Shell(
                        InputStream.nullInputStream(),
                        ResultOutput.of(out),
                        new PrintStream(err, true, UTF_8),
                        Terminals.fixed(Terminal.plain(width)),
                        environment,
                        folder,
                        new SystemTime(),
                        ZoneId.systemDefault(),
                        Faults.NONE),
                args);
        return new Ended(code, out.toString(UTF_8), err.toString(UTF_8));
    }
}
