package dev.rowan.json;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/// The parser's complaint in one line, with the column and without its own class names and settings.
final class Messages {
    /// Where the parser goes on to say which of its settings would allow it.
    private static final Pattern ADVICE = Pattern.compile(
            "(: enable `| \\(not recognized | \\(start marker at | \\(for \\w+ starting at |\n).*", Pattern.DOTALL);

    private Messages() {}

    static String of(JacksonException broken) {
        if (broken instanceof StreamConstraintsException) {
            return "not JSON that can be kept: it is nested too deep, or a number or a name is too long";
        }
        String line = ADVICE.matcher(broken.getOriginalMessage()).replaceFirst("");
        var location = broken.getLocation();
        return location == null || location.getColumnNr() < 1
                ? "not valid JSON: " + line
                : "not valid JSON at column " + location.getColumnNr() + ": " + line;
    }
}
