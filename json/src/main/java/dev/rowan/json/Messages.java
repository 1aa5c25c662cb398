package dev.rowan.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/// The parser's complaint in one line, with the column and without its own class names.
final class Messages {
    private Messages() {}

    static String of(JacksonException broken) {
        if (broken instanceof StreamConstraintsException) {
            return "not JSON that can be kept: it is nested too deep, or a number or a name is too long";
        }
        String text = broken.getOriginalMessage();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        var location = broken.getLocation();
        return location == null || location.getColumnNr() < 1
                ? "not valid JSON: " + line
                : "not valid JSON at column " + location.getColumnNr() + ": " + line;
    }
}
