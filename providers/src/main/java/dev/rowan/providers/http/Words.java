package dev.rowan.providers.http;

import java.util.Locale;

/// What an exception says, fit for a record: one short line of printable text.
final class Words {
    private static final int MAX = 200;

    private Words() {}

    static String of(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String line = message.codePoints()
                .limit(MAX)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return line.isEmpty() ? line : line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
    }
}
