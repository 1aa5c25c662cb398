package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.run.RunCommand;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Terminals;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/// The commands in this process, in a folder with one landscape.
record Rowan(Path folder, Map<String, String> environment) {

    /// Commands in `folder`, over the landscape `rowan.db` in it.
    static Rowan in(Path folder, Map<String, String> variables) {
        var environment = new HashMap<>(variables);
        environment.put("ROWAN_LANDSCAPE", landscape(folder));
        return new Rowan(folder, Map.copyOf(environment));
    }

    static String landscape(Path folder) {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    Rowan with(Map<String, String> variables) {
        var environment = new HashMap<>(environment());
        environment.putAll(variables);
        return new Rowan(folder, Map.copyOf(environment));
    }

    Shell shell(OutputStream out, OutputStream err) {
        return new Shell(
                InputStream.nullInputStream(),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Terminals.fixed(Terminal.plain(100)),
                environment,
                folder,
                new SystemTime(),
                ZoneOffset.UTC,
                Faults.NONE);
    }

    /// Runs a pipeline file, expecting one of these exit codes.
    void run(Path file, Set<Integer> codes, String... words) {
        var err = new ByteArrayOutputStream();
        var command = new CommandLine(new RunCommand(shell(new ByteArrayOutputStream(), err)));
        command.setExecutionExceptionHandler((thrown, _, _) -> {
            throw new IllegalStateException("running " + file + " failed: " + thrown.getMessage(), thrown);
        });
        var all = new ArrayList<>(List.of(file.toString(), "--overwrite"));
        all.addAll(List.of(words));
        int code = command.execute(all.toArray(String[]::new));
        if (!codes.contains(code)) {
            throw new IllegalStateException("running " + file + " ended with " + code + ": " + err.toString(UTF_8));
        }
    }
}
