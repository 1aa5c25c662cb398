package dev.rowan.simulator.schema;

/// Shortest texts for simple patterns: literals, classes, escapes such as `\d`, and quantifiers after these.
///
/// Groups and alternatives are beyond it; what it makes for them need not match.
final class Patterns {
    private final String pattern;
    private final StringBuilder text = new StringBuilder();
    private int at;

    private Patterns(String pattern) {
        this.pattern = pattern;
    }

    static String example(String pattern) {
        return new Patterns(pattern).read();
    }

    private String read() {
        while (at < pattern.length()) {
            char next = pattern.charAt(at++);
            switch (next) {
                case '^', '$', '(', ')' -> {}
                case '[' -> repeat(ofClass());
                case '\\' -> repeat(ofEscape());
                case '.' -> repeat('a');
                default -> repeat(next);
            }
        }
        return text.toString();
    }

    private char ofClass() {
        int end = Math.max(pattern.indexOf(']', at + 1), at);
        String members = pattern.substring(at, end);
        at = end + 1;
        if (members.startsWith("^")) {
            return "aA0 -_~"
                    .chars()
                    .filter(candidate -> members.indexOf(candidate) < 0)
                    .mapToObj(candidate -> (char) candidate)
                    .findFirst()
                    .orElse('a');
        }
        return members.startsWith("\\") && members.length() > 1 ? ofEscape(members.charAt(1)) : members.charAt(0);
    }

    private char ofEscape() {
        return at < pattern.length() ? ofEscape(pattern.charAt(at++)) : '\\';
    }

    private static char ofEscape(char escaped) {
        return switch (escaped) {
            case 'd' -> '0';
            case 'w', 'D', 'S' -> 'a';
            case 's', 'W' -> ' ';
            default -> escaped;
        };
    }

    private void repeat(char one) {
        text.repeat(one, least());
    }

    /// How often the last part must occur at least, by the quantifier that follows it.
    private int least() {
        if (at >= pattern.length()) {
            return 1;
        }
        return switch (pattern.charAt(at)) {
            case '*', '?' -> {
                at++;
                yield 0;
            }
            case '+' -> {
                at++;
                yield 1;
            }
            case '{' -> {
                int end = pattern.indexOf('}', at);
                String bounds = pattern.substring(at + 1, end);
                at = end + 1;
                int comma = bounds.indexOf(',');
                yield Integer.parseInt(comma < 0 ? bounds : bounds.substring(0, comma));
            }
            default -> 1;
        };
    }
}
