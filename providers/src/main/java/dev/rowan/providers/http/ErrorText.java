package dev.rowan.providers.http;

import java.io.EOFException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.regex.Pattern;

/// The message of an exception as one short printable line.
final class ErrorText {
    private static final int MAX = 200;

    /// An exception's class name within a message.
    private static final Pattern CLASS_NAME =
            Pattern.compile("(?:[a-z_][a-z_0-9]*\\.)+[A-Z]\\w*(?:Exception|Error)\\b:? ?");

    private ErrorText() {}

    static String of(Exception e) {
        String line = plain(e).codePoints()
                .limit(MAX)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        boolean isWord = line.length() < 2 || !Character.isUpperCase(line.charAt(1));
        return line.isEmpty() || !isWord ? line : line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
    }

    /// The message without Java class names.
    private static String plain(Exception e) {
        return switch (e) {
            case ClosedChannelException _ -> "the connection was closed";
            case EOFException _ when e.getMessage() == null -> "the connection was closed";
            default ->
                e.getMessage() == null
                        ? "the connection failed"
                        : CLASS_NAME.matcher(e.getMessage()).replaceAll("");
        };
    }
}
