package dev.rowan.api.call;

/// Tokens written to a prompt cache, by how long they are kept there.
public record CacheWrites(long fiveMinutes, long halfHour, long hour) {

    public CacheWrites {
        if (fiveMinutes < 0 || halfHour < 0 || hour < 0) {
            throw new IllegalArgumentException("tokens are not negative");
        }
    }

    /// Writes of a provider that does not say for how long.
    public static CacheWrites of(long tokens) {
        return new CacheWrites(tokens, 0, 0);
    }

    public static CacheWrites halfHour(long tokens) {
        return new CacheWrites(0, tokens, 0);
    }

    public CacheWrites plus(CacheWrites other) {
        return new CacheWrites(fiveMinutes + other.fiveMinutes, halfHour + other.halfHour, hour + other.hour);
    }

    public long total() {
        return fiveMinutes + halfHour + hour;
    }
}
