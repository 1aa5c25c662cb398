package dev.rowan.chaos;

/// How much is tried: a sample in everyday tests, all of it with `-Drowan.chaos=full`.
final class Extent {
    private Extent() {}

    static int of(int everyday, int full) {
        return System.getProperty("rowan.chaos", "").equals("full") ? full : everyday;
    }
}
