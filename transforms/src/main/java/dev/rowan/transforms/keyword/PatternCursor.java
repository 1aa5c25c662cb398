package dev.rowan.transforms.keyword;

/// A cursor in the text of a pattern.
final class PatternCursor {
    private final String pattern;
    private int at;

    PatternCursor(String pattern) {
        this.pattern = pattern;
    }

    boolean atEnd() {
        return at == pattern.length();
    }

    int position() {
        return at;
    }

    void goTo(int position) {
        at = position;
    }

    boolean isAtAnyOf(String characters) {
        return !atEnd() && characters.indexOf(pattern.charAt(at)) >= 0;
    }

    char next() throws UnknownSyntax {
        UnknownSyntax.unless(!atEnd());
        return pattern.charAt(at++);
    }

    boolean take(String text) {
        boolean there = pattern.startsWith(text, at);
        at += there ? text.length() : 0;
        return there;
    }

    void skipBehind(String text) throws UnknownSyntax {
        int found = pattern.indexOf(text, at);
        UnknownSyntax.unless(found >= 0);
        at = found + text.length();
    }

    /// A number of up to four digits and no leading zero, as RE2 counts repetitions.
    int number() throws UnknownSyntax {
        int from = at;
        while (isAtAnyOf("0123456789")) {
            at++;
        }
        int length = at - from;
        UnknownSyntax.unless(length > 0 && length <= 4 && (length == 1 || pattern.charAt(from) != '0'));
        return Integer.parseInt(pattern, from, at, 10);
    }
}
