package dev.rowan.cli.terminal;

/// What a stream can show: how many columns, whether lines can be redrawn, and whether in colour.
public record Screen(int width, boolean live, boolean colour) {
    private static final int NARROWEST = 40;

    public Screen {
        width = Math.max(width, NARROWEST);
    }

    /// A file or a pipe: lines follow each other, without colour.
    public static Screen plain(int width) {
        return new Screen(width, false, false);
    }

    public Paint paint() {
        return new Paint(colour);
    }
}
