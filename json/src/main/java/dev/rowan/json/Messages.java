package dev.rowan.json;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/// Turns parser errors into one line with the column, without the parser's class names and settings.
final class Messages {
    /// The part of a message that names parser settings.
    private static final Pattern ADVICE = Pattern.compile(
            "(: enable `| \\(not recognized | \\(start marker at | \\(for \\w+ starting at |\n).*", Pattern.DOTALL);

    private Messages() {}

    static String of(JacksonException broken) {
        if (broken instanceof StreamConstraintsException) {
            return "JSON exceeds a limit: nested too deep, or a number or a name is too long";
        }
        String line = ADVICE.matcher(broken.getOriginalMessage()).replaceFirst("");
        var location = broken.getLocation();
        return location == null || location.getColumnNr() < 1
                ? "not valid JSON: " + line
                : "not valid JSON at column " + location.getColumnNr() + ": " + line;
    }
}
