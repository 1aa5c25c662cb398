package dev.rowan.web.record;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.title;

import dev.rowan.web.html.Html;
import dev.rowan.web.text.Shown;

/// Whether a run's record is as it was written, as a badge.
public final class CheckBadge {
    private CheckBadge() {}

    public static Html of(Check check) {
        return span(cls("badge " + kind(check)), title(words(check)), text(sign(check) + check.word()));
    }

    /// The same where it does not stand below its name.
    public static Html named(Check check) {
        return span(cls("badge " + kind(check)), title(words(check)), text("record " + sign(check) + check.word()));
    }

    private static String kind(Check check) {
        return switch (check) {
            case Check.NotChecked _ -> "calm";
            case Check.Checking _ -> "live";
            case Check.Failed _ -> "warn";
            case Check.Checked _ -> check.isBad() ? "bad" : "good";
        };
    }

    private static String sign(Check check) {
        return check instanceof Check.Checked ? check.isBad() ? "✗ " : "✓ " : "";
    }

    /// The same as a sentence.
    static String words(Check check) {
        return switch (check) {
            case Check.NotChecked _ -> "The record was not checked since it last changed";
            case Check.Checking(var since) -> "The record is being checked since " + Shown.time(since);
            case Check.Failed(var at, String why) -> "The check at " + Shown.time(at) + " failed: " + why;
            case Check.Checked(var at, var _) ->
                check.isBad()
                        ? "The check at " + Shown.time(at) + " found that the record is not as it should be"
                        : "Checked at " + Shown.time(at) + ": every event is as it was written, every rule holds";
        };
    }
}
