package dev.rowan.engine;

/// How much is tried: a sample in everyday tests, all of it with `-Drowan.chaos=full`.
public final class Extent {
    private Extent() {}

    public static int of(int everyday, int full) {
        return System.getProperty("rowan.chaos", "").equals("full") ? full : everyday;
    }
}
