package dev.rowan.cli.doctor;

import dev.rowan.cli.terminal.Json;
import java.util.Locale;

/// One thing that was looked at, and how it is.
record Finding(String what, Verdict verdict, String words) {

    /// How something is.
    enum Verdict {
        OK,
        /// Worth knowing, and no obstacle.
        NOTE,
        BAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String what, String words) {
        return new Finding(what, Verdict.OK, words);
    }

    static Finding note(String what, String words) {
        return new Finding(what, Verdict.NOTE, words);
    }

    static Finding bad(String what, String words) {
        return new Finding(what, Verdict.BAD, words);
    }

    Json json() {
        return Json.object().put("what", what).put("verdict", verdict.word()).put("words", words);
    }
}
