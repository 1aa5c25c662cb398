package dev.rowan.cli.terminal;

/// What a stream can show: how many columns, whether lines can be redrawn, and whether in colour.
public record Terminal(int width, boolean live, boolean colour) {
    private static final int NARROWEST = 40;

    public Terminal {
        width = Math.max(width, NARROWEST);
    }

    /// A file or a pipe: lines follow each other, without colour.
    public static Terminal plain(int width) {
        return new Terminal(width, false, false);
    }

    public AnsiStyle paint() {
        return new AnsiStyle(colour);
    }
}
