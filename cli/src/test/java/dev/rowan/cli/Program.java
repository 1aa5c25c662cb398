package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The whole program in this process: commands typed in a folder, with a small pipeline in it.
final class Program {
    static final String PIPELINE = """
            run: {name: reviews}
            source: {plugin: csv, options: {path: reviews.csv, id: id, on_error: unreadable}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["password"], on_error: blocked}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: csv, options: {path: out/blocked.csv}}
              unreadable: {plugin: jsonl, options: {path: out/unreadable.jsonl}}
            """;

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private Terminal screen = Terminal.plain(100);

    Program(Path folder) throws IOException {
        this.folder = folder;
        write("pipeline.yaml", PIPELINE);
        write("reviews.csv", "id,text\n1,fine\n2,my password is hunter2\n3,good\n");
    }

    /// The result of a command.
    record Ran(int code, String out, String err) {

        Map<?, ?> json() throws JsonException {
            return RowJson.readValue(out.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
        }
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    Program variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /// Shows the output on another screen than a pipe.
    Program on(Terminal shown) {
        screen = shown;
        return this;
    }

    Ran run(String... arguments) {
        TestShell shell = shell();
        int code = RowanCommand.execute(shell.shell(), arguments);
        return new Ran(code, shell.out(), shell.err());
    }

    /// Runs a command with `input` as its standard input.
    Ran pipe(String input, String... arguments) {
        TestShell shell = shell().readingFrom(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        int code = RowanCommand.execute(shell.shell(), arguments);
        return new Ran(code, shell.out(), shell.err());
    }

    /// Runs a command whose results go to `target`.
    Ran runInto(OutputStream target, String... arguments) {
        TestShell shell = shell().writingTo(target);
        int code = RowanCommand.execute(shell.shell(), arguments);
        return new Ran(code, "", shell.err());
    }

    /// Runs a command that serves until it is stopped, and stops it when it has printed `last`.
    Ran serve(String last, String... arguments) {
        var printed = new AwaitedOutput(last);
        TestShell shell = shell().writingTo(printed);
        var code = new AtomicInteger(-1);
        Thread server = Thread.ofPlatform().start(() -> code.set(RowanCommand.execute(shell.shell(), arguments)));
        try {
            printed.await(server);
            server.interrupt();
            server.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return new Ran(code.get(), printed.text(), shell.err());
    }

    private TestShell shell() {
        var shell = new TestShell(folder, new SystemTime()).screen(screen);
        environment.forEach(shell::variable);
        return shell;
    }

    /// Runs the command on a line as a person would paste it.
    Ran paste(String line) {
        return type(TypedLine.of(line));
    }

    /// Runs a command with its environment variables.
    Ran type(TypedLine line) {
        var before = new HashMap<>(environment);
        environment.putAll(line.variables());
        try {
            return run(line.arguments().toArray(String[]::new));
        } finally {
            environment.clear();
            environment.putAll(before);
        }
    }
}
