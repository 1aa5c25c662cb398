package dev.rowan.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/// A shell whose output is kept, in a folder, with an environment and a screen of the test's choice.
public final class TestShell {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final Path folder;
    private final Time time;
    private Terminal screen = Terminal.plain(100);
    private OutputStream target = out;
    private InputStream input = InputStream.nullInputStream();

    public TestShell(Path folder, Time time) {
        this.folder = folder;
        this.time = time;
    }

    /// A shell for texts that are only laid out: nothing is read or run in it.
    public static Shell ofWidth(int width, Time time) {
        return new TestShell(Path.of(""), time).screen(Terminal.plain(width)).shell();
    }

    public TestShell screen(Terminal shown) {
        screen = shown;
        return this;
    }

    /// Writes results to a stream other than the captured one.
    public TestShell writingTo(OutputStream other) {
        target = other;
        return this;
    }

    /// Reads standard input from a stream.
    public TestShell readingFrom(InputStream other) {
        input = other;
        return this;
    }

    public TestShell variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Shell shell() {
        return new Shell(
                input,
                ResultOutput.of(target),
                new PrintStream(err, true, UTF_8),
                Terminals.fixed(screen),
                environment,
                folder,
                time,
                ZoneOffset.UTC,
                Faults.NONE);
    }

    public String out() {
        return out.toString(UTF_8);
    }

    public String err() {
        return err.toString(UTF_8);
    }
}
