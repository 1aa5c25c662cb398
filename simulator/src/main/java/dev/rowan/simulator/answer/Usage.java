package dev.rowan.simulator.answer;

/// Tokens in and out.
public record Usage(long input, long output) {
    public static final Usage NONE = new Usage(0, 0);

    public long total() {
        return input + output;
    }
}
