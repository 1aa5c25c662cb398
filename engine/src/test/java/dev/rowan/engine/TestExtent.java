package dev.rowan.engine;

/// How much is tested: a sample by default, everything with `-Drowan.chaos=full`.
public final class TestExtent {
    private TestExtent() {}

    public static int of(int everyday, int full) {
        return System.getProperty("rowan.chaos", "").equals("full") ? full : everyday;
    }
}
