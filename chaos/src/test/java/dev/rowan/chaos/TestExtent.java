package dev.rowan.chaos;

/// How much is tested: a sample by default, everything with `-Drowan.chaos=full`.
final class TestExtent {
    private TestExtent() {}

    static int of(int everyday, int full) {
        return System.getProperty("rowan.chaos", "").equals("full") ? full : everyday;
    }
}
