package dev.rowan.app;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A folder whose name is not ASCII, in which the launcher of a release is started with a locale.
///
/// Everything that is not ASCII goes through shell scripts with ASCII names: the locale of the test
/// itself does not matter.
final class LocaleFolder {
    private static final String NAME = "Grüße-日本";

    private final Path parent;
    private final List<String> locale;
    private final Map<String, String> variables = new HashMap<>();
    private int scripts;

    /// `locale` are the variables that set it, such as `LC_ALL=C`; no others do.
    LocaleFolder(Path parent, Path release, List<String> locale) throws IOException, InterruptedException {
        this.parent = parent;
        this.locale = List.copyOf(locale);
        variables.put("ROWAN", release.resolve("rowan").toString());
        variables.put("ROWAN_JAVA_HOME", System.getProperty("java.home"));
        variables.put("ROWAN_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        sh("mkdir '" + NAME + "'");
    }

    /// Adds variables whose values are ASCII.
    void put(Map<?, ?> more) {
        more.forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
    }

    /// Writes a file into the folder.
    void write(String name, String text) throws IOException, InterruptedException {
        Files.writeString(parent.resolve("text"), text);
        sh("cp text '" + NAME + "/" + name + "'");
    }

    /// The content of a file in the folder.
    String read(String name) throws IOException, InterruptedException {
        return sh("cat '" + NAME + "/" + name + "'").out();
    }

    private Ended sh(String line) throws IOException, InterruptedException {
        try (RowanProcess process = script(line)) {
            Ended ended = process.await();
            if (ended.code() != 0) {
                throw new AssertionError(line + ": " + ended.err());
            }
            return ended;
        }
    }

    /// Runs the program to its end; `line` is what a person types behind its name, in a shell.
    Ended rowan(String line) throws IOException, InterruptedException {
        try (RowanProcess process = start(line)) {
            return process.await();
        }
    }

    /// Starts the program; the process is that of the program itself, so that signals reach it.
    RowanProcess start(String line) throws IOException {
        return script("""
                cd '%s' || exit 9
                export QUELLE='zeilen-Ж7.jsonl' FRAGE='naïve ✓ Wie heißt' WORT='(?i)geheim'
                exec "$ROWAN" %s
                """.formatted(NAME, line));
    }

    private RowanProcess script(String text) throws IOException {
        scripts++;
        Path script = Files.writeString(parent.resolve("script-" + scripts + ".sh"), text);
        var command = new ArrayList<>(List.of("env"));
        List.of("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "JAVA_TOOL_OPTIONS")
                .forEach(name -> command.addAll(List.of("-u", name)));
        command.addAll(locale);
        command.addAll(List.of("sh", script.toString()));
        return RowanProcess.start(parent, command, variables);
    }
}
