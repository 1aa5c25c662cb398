package dev.rowan.simulator.answer;

/// Token counts by length: one token for every four UTF-16 units, at least one.
public final class Tokens {
    private static final int UNITS = 4;

    private Tokens() {}

    public static long count(String text) {
        return Math.max(1, Math.ceilDiv(text.length(), UNITS));
    }

    /// The beginning of `text` that has at most `tokens` tokens.
    static String cut(String text, long tokens) {
        int end = (int) Math.min(text.length(), tokens * UNITS);
        boolean splitsPair = end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, splitsPair ? end - 1 : end);
    }
}
