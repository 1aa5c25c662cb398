package dev.rowan.cli.terminal;

/// The capabilities of a stream: width, redrawing, colour.
public record Terminal(int width, boolean live, boolean colour) {
    private static final int NARROWEST = 40;

    public Terminal {
        width = Math.max(width, NARROWEST);
    }

    /// A file or a pipe: no redrawing, no colour.
    public static Terminal plain(int width) {
        return new Terminal(width, false, false);
    }

    public AnsiStyle paint() {
        return new AnsiStyle(colour);
    }
}
