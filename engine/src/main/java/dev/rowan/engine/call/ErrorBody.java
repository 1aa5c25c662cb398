package dev.rowan.engine.call;

import dev.rowan.api.call.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The start of a service's error reply, and the names that it gives the error.
record ErrorBody(String text) {
    /// How much of a reply is searched.
    private static final int MAX_SEARCHED = 4_096;

    private static final String VALUE = "\"\\s*:\\s*\"([A-Za-z][\\w.-]{1,80})\"";
    private static final Pattern CODE = Pattern.compile("\"code" + VALUE);
    private static final Pattern STATUS = Pattern.compile("\"status" + VALUE);
    private static final Pattern TYPE = Pattern.compile("\"type" + VALUE);

    /// The type that some services give every error reply.
    private static final String ANY_ERROR = "error";

    static ErrorBody of(Payload body) {
        String text = body.asText();
        return new ErrorBody(text.substring(0, Math.min(MAX_SEARCHED, text.length())));
    }

    /// The most specific name of the error: its code, else its status, else its type.
    Optional<String> name() {
        return names().stream().findFirst();
    }

    /// All names of the error, inner errors included: codes, then statuses, then types.
    List<String> names() {
        var names = new ArrayList<String>();
        for (Pattern pattern : List.of(CODE, STATUS, TYPE)) {
            Matcher found = pattern.matcher(text);
            while (found.find()) {
                if (!found.group(1).equals(ANY_ERROR)) {
                    names.add(found.group(1));
                }
            }
        }
        return names;
    }
}
