package dev.rowan.web.record;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.title;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;

/// Whether a run's record is as it was written, as a badge.
public final class CheckBadge {
    private CheckBadge() {}

    public static Html of(RecordCheckState check) {
        return span(cls("badge " + kind(check)), title(label(check)), text(sign(check) + check.word()));
    }

    /// The badge with the name of the check.
    public static Html named(RecordCheckState check) {
        return span(cls("badge " + kind(check)), title(label(check)), text("record " + sign(check) + check.word()));
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
    static String label(RecordCheckState check) {
        return switch (check) {
            case RecordCheckState.NotChecked _ -> "Not verified since the last change";
            case RecordCheckState.Checking(var since) -> "Verifying since " + Figures.time(since);
            case RecordCheckState.Failed(var at, String why) -> "The check at " + Figures.time(at) + " failed: " + why;
            case RecordCheckState.Checked(var at, var _) ->
                check.isBad()
                        ? "The check at " + Figures.time(at) + " found problems"
                        : "Checked at " + Figures.time(at) + ": intact, all rules hold";
        };
    }
}
