package dev.rowan.cli.terminal;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rewrites commands in messages to the name that this program was called by.
/// Other modules do not know that name and write `rowan resume R`.
public final class CommandText {
    /// The commands that a message may name.
    public static final List<String> COMMANDS = List.of(
            "run",
            "resume",
            "retry",
            "batch",
            "replay",
            "validate",
            "graph",
            "preview",
            "estimate",
            "schema",
            "plugins",
            "prices",
            "runs",
            "status",
            "watch",
            "tune",
            "rows",
            "explain",
            "verify",
            "prove",
            "keygen",
            "export",
            "reconcile",
            "purge",
            "doctor",
            "serve",
            "simulate",
            "chaos",
            "install-api",
            "completion",
            "help");

    private static final String RUN = "\\d{8}-\\d{6}-[a-z0-9]{4}";
    private static final Pattern COMMAND = Pattern.compile("(?<![\\w./-])rowan (?<words>(?:"
            + String.join("|", COMMANDS) + ")\\b(?: [a-z]+)?)(?<run> " + RUN + "(?: \\d+)?)?");

    private CommandText() {}

    /// Replaces the program name in each command; a command with a run also gets `where`, the option that selects its
    /// landscape.
    static String of(String text, String program, String where) {
        return COMMAND.matcher(text).replaceAll(found -> {
            String run = Optional.ofNullable(found.group("run")).orElse("");
            String command = program + " " + found.group("words") + run + (run.isEmpty() ? "" : where);
            return Matcher.quoteReplacement(command);
        });
    }
}
