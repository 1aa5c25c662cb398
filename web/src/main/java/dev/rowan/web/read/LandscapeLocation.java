package dev.rowan.web.read;

import dev.rowan.engine.report.ShellWord;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/// The landscape of the page; a relative file in `url` is resolved against `base`. `typed` rewrites commands in a
/// text, such as `rowan resume R`, as users type them.
public record LandscapeLocation(String url, Path base, UnaryOperator<String> typed) {
    public LandscapeReader read() {
        return Landscapes.read(url, base);
    }

    /// Opens a scan of many rows in its own session.
    public RowScan scan() {
        return Landscapes.rowScan(url, base);
    }

    /// Opens it to send control requests to active runs.
    public ControlRequestStore controlRequests() {
        return Landscapes.controlRequests(url, base);
    }

    public ChainCheck check() {
        return ChainCheck.open(url, base);
    }

    /// A command line that uses this landscape, to be typed in the folder of `base`. An address with
    /// credentials is not repeated: it must be in `ROWAN_LANDSCAPE`.
    public String command(String command) {
        boolean usual = describe().equals(Landscapes.describe("sqlite:rowan.db", base));
        boolean secret = !url.startsWith("sqlite:") && (url.contains("@") || url.contains("password="));
        return withCommands("rowan " + command) + (usual || secret ? "" : " --landscape " + ShellWord.of(describe()));
    }

    /// `text` with the commands in it as they are typed.
    public String withCommands(String text) {
        return typed.apply(text);
    }

    /// The address without credentials.
    public String describe() {
        return Landscapes.describe(url, base);
    }
}
