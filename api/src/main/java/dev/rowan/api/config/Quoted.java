package dev.rowan.api.config;

/// Quotes text from a settings file for a message: short and on one line.
public final class Quoted {
    private static final int MAX_LENGTH = 80;

    private Quoted() {}

    /// `text` in single quotes, truncated to 80 characters.
    public static String of(String text) {
        boolean fits = text.length() <= MAX_LENGTH;
        int end = fits || !Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH : MAX_LENGTH - 1;
        return "'" + (fits ? text : text.substring(0, end) + "…") + "'";
    }

    /// `text` with control and bidirectional characters escaped as `\u001b`.
    static String visible(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isHidden(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isHidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
