package dev.rowan.api.config;

/// Text from a settings file made fit for a message: short, in quotes, on one line.
public final class Quoted {
    private static final int SHOWN = 80;

    private Quoted() {}

    /// `text` in single quotes, cut after 80 characters.
    public static String of(String text) {
        boolean fits = text.length() <= SHOWN;
        int end = fits || !Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN : SHOWN - 1;
        return "'" + (fits ? text : text.substring(0, end) + "…") + "'";
    }

    /// `text` with control and direction characters written out as `\u001b`, so that a terminal shows what is there.
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
