package dev.rowan.transforms.truncate;

/// How a text is shortened: to so many code points, of which the last are the suffix.
record Cut(int maxChars, String suffix) {

    String of(String text) {
        boolean fits = text.length() <= maxChars || text.codePointCount(0, text.length()) <= maxChars;
        return fits ? text : text.substring(0, text.offsetByCodePoints(0, room())) + suffix;
    }

    /// How many code points of the text itself may stay.
    int room() {
        return maxChars - suffix.codePointCount(0, suffix.length());
    }
}
