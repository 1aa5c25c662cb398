package dev.rowan.cli.terminal;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a command has from outside: where it writes, the environment, the current folder, and the time.
///
/// Results go to `out`, progress and errors to `err`. `faults` are told of the points at which a run might die.
public record Shell(
        PrintStream out,
        PrintStream err,
        Terminals screens,
        Map<String, String> environment,
        Path folder,
        Time time,
        ZoneId zone,
        Faults faults) {

    /// What every message on standard error begins with.
    public static final String PREFIX = "rowan: ";

    /// A shell in which nothing is made to die.
    public Shell(
            PrintStream out,
            PrintStream err,
            Terminals screens,
            Map<String, String> environment,
            Path folder,
            Time time,
            ZoneId zone) {
        this(out, err, screens, environment, folder, time, zone, Faults.NONE);
    }

    public Shell {
        environment = Map.copyOf(environment);
    }

    /// A variable of the environment; one that is set to nothing counts as absent.
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// This shell with `defaults` for the variables that it does not set; one that is set to nothing is not.
    public Shell withDefaults(Map<String, String> defaults) {
        var merged = new HashMap<>(environment);
        defaults.forEach((name, value) -> merged.merge(name, value, (own, fallback) -> own.isEmpty() ? fallback : own));
        return new Shell(out, err, screens, merged, folder, time, zone, faults);
    }

    /// The word that called this program, such as `./rowan`, as a shell takes it: shown in commands that people copy.
    public String program() {
        return variable("ROWAN_COMMAND").map(ShellWord::of).orElse("rowan");
    }

    /// `text` with the commands in it, such as `rowan resume R`, as they are typed in this shell.
    public String withCommands(String text) {
        return withCommands(text, "");
    }

    /// The same, with `where` behind each command that names a run: the option that finds its landscape.
    public String withCommands(String text, String where) {
        return CommandText.of(text, program(), where);
    }

    /// Prints a message on standard error, with the program's name before each line.
    public void printError(String message) {
        SafeText.lines(withCommands(message)).lines().forEach(line -> err.println(PREFIX + line));
    }
}
