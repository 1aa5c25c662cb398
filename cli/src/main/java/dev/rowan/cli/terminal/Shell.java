package dev.rowan.cli.terminal;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.report.ShellWord;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The environment of a command: streams, variables, current directory and time.
/// Results go to `out`, progress and errors to `err`. `faults` injects crashes in tests.
public record Shell(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Terminals screens,
        Map<String, String> environment,
        Path folder,
        Time time,
        ZoneId zone,
        Faults faults) {

    /// The prefix of messages on standard error.
    public static final String PREFIX = "rowan: ";

    public Shell {
        environment = Map.copyOf(environment);
    }

    /// An environment variable; empty values count as unset.
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// This shell with `defaults` for unset variables.
    public Shell withDefaults(Map<String, String> defaults) {
        var merged = new HashMap<>(environment);
        defaults.forEach((name, value) -> merged.merge(name, value, (own, fallback) -> own.isEmpty() ? fallback : own));
        return new Shell(in, out, err, screens, merged, folder, time, zone, faults);
    }

    /// This shell with results on standard error, for a run that writes its rows to standard output.
    public Shell reportingOnErr() {
        return new Shell(in, err, err, Terminals.fixed(screens.err()), environment, folder, time, zone, faults);
    }

    /// The name that this program was called by, such as `./rowan`, quoted for a shell.
    public String program() {
        return variable("ROWAN_COMMAND").map(ShellWord::of).orElse("rowan");
    }

    /// `text` with commands such as `rowan resume R` rewritten for this shell.
    public String withCommands(String text) {
        return withCommands(text, "");
    }

    /// The same, with the option `where` added to each command that names a run.
    public String withCommands(String text, String where) {
        return CommandText.of(text, program(), where);
    }

    /// Prints a message on standard error, each line with the program name.
    public void printError(String message) {
        SafeText.lines(withCommands(message)).lines().forEach(line -> err.println(PREFIX + line));
    }
}
