package dev.rowan.simulator.answer;

/// Tokens of a prompt that were read from a cache, and written to one for 5 minutes, 30 minutes or an hour.
public record CacheTokens(long read, long fiveMinutes, long halfHour, long hour) {
    public static final CacheTokens NONE = new CacheTokens(0, 0, 0, 0);

    public CacheTokens plus(CacheTokens other) {
        return new CacheTokens(
                read + other.read, fiveMinutes + other.fiveMinutes, halfHour + other.halfHour, hour + other.hour);
    }

    public long written() {
        return fiveMinutes + halfHour + hour;
    }

    public long total() {
        return read + written();
    }
}
