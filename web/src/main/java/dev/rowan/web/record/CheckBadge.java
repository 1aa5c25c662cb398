package dev.rowan.web.record;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.title;

import dev.rowan.web.html.Html;
import dev.rowan.web.text.DisplayText;

/// Whether a run's record is as it was written, as a badge.
public final class CheckBadge {
    private CheckBadge() {}

    public static Html of(RecordCheckState check) {
        return span(cls("badge " + kind(check)), title(words(check)), text(sign(check) + check.word()));
    }

    /// The same where it does not stand below its name.
    public static Html named(RecordCheckState check) {
        return span(cls("badge " + kind(check)), title(words(check)), text("record " + sign(check) + check.word()));
    }

    private static String kind(RecordCheckState check) {
        return switch (check) {
            case RecordCheckState.NotChecked _ -> "calm";
            case RecordCheckState.Checking _ -> "live";
            case RecordCheckState.Failed _ -> "warn";
            case RecordCheckState.Checked _ -> check.isBad() ? "bad" : "good";
        };
    }

    private static String sign(RecordCheckState check) {
        return check instanceof RecordCheckState.Checked ? check.isBad() ? "✗ " : "✓ " : "";
    }

    /// The same as a sentence.
    static String words(RecordCheckState check) {
        return switch (check) {
            case RecordCheckState.NotChecked _ -> "The record was not checked since it last changed";
            case RecordCheckState.Checking(var since) -> "The record is being checked since " + DisplayText.time(since);
            case RecordCheckState.Failed(var at, String why) ->
                "The check at " + DisplayText.time(at) + " failed: " + why;
            case RecordCheckState.Checked(var at, var _) ->
                check.isBad()
                        ? "The check at " + DisplayText.time(at) + " found that the record is not as it should be"
                        : "Checked at " + DisplayText.time(at) + ": every event is as it was written, every rule holds";
        };
    }
}
