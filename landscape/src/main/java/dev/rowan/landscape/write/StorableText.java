package dev.rowan.landscape.write;

/// Makes text storable in every database: U+0000, which PostgreSQL rejects, and unpaired surrogates, which UTF-8
/// cannot encode, become U+FFFD.
final class StorableText {
    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

    static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints().map(StorableText::storable).forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static int storable(int point) {
        boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return half || point == 0 ? REPLACEMENT : point;
    }
}
