package dev.rowan.engine.report;

import java.util.regex.Pattern;

/// Quotes a word for a POSIX shell.
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private ShellWord() {}

    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
