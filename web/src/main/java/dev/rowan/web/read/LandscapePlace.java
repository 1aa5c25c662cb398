package dev.rowan.web.read;

import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The landscape of the page; a relative file in `url` is resolved against `base`. `typed` rewrites commands in a
/// text, such as `rowan resume R`, as users type them.
public record LandscapePlace(String url, Path base, UnaryOperator<String> typed) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    /// A landscape whose commands begin with `rowan`.
    public LandscapePlace(String url, Path base) {
        this(url, base, UnaryOperator.identity());
    }

    public LandscapeReader read() {
        return Landscapes.read(url, base);
    }

    /// Opens a scan of many rows in its own session.
    public RowScan scan() {
        return Landscapes.rowScan(url, base);
    }

    /// To give orders to the runs that work.
    public ControlRequestStore orders() {
        return Landscapes.orders(url, base);
    }

    public ChainCheck check() {
        return ChainCheck.open(url, base);
    }

    /// A command line that uses this landscape, to be typed in the folder of `base`. An address with
    /// credentials is not repeated: it must be in `ROWAN_LANDSCAPE`.
    public String command(String command) {
        boolean usual = describe().equals(Landscapes.describe("sqlite:rowan.db", base));
        boolean secret = !url.startsWith("sqlite:") && (url.contains("@") || url.contains("password="));
        return withCommands("rowan " + command) + (usual || secret ? "" : " --landscape " + quoted(describe()));
    }

    /// `text` with the commands in it as they are typed.
    public String withCommands(String text) {
        return typed.apply(text);
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// The address without credentials.
    public String describe() {
        return Landscapes.describe(url, base);
    }
}
