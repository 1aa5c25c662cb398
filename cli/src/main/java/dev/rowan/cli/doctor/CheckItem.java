package dev.rowan.cli.doctor;

import dev.rowan.json.JsonObject;
import java.util.Locale;

/// The result of one check.
record CheckItem(String what, Verdict verdict, String message) {

    /// The verdict of a check.
    enum Verdict {
        OK,
        /// Worth knowing, but not an error.
        NOTE,
        BAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static CheckItem ok(String what, String message) {
        return new CheckItem(what, Verdict.OK, message);
    }

    static CheckItem note(String what, String message) {
        return new CheckItem(what, Verdict.NOTE, message);
    }

    static CheckItem bad(String what, String message) {
        return new CheckItem(what, Verdict.BAD, message);
    }

    JsonObject json() {
        return JsonObject.object()
                .put("what", what)
                .put("verdict", verdict.word())
                .put("words", message);
    }
}
