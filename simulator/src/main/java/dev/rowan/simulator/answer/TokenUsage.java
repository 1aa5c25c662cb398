package dev.rowan.simulator.answer;

/// Tokens in and out.
public record TokenUsage(long input, long output) {
    public static final TokenUsage NONE = new TokenUsage(0, 0);

    public long total() {
        return input + output;
    }
}
