package dev.rowan.web.layout;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.title;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Html;

/// Badges.
public final class Badges {
    private Badges() {}

    /// The status of a run; one in which every row failed is not shown as good.
    public static Html status(RunSummary run) {
        return run.statusText().equals(RunSummary.ALL_FAILED)
                ? badge("bad", RunSummary.ALL_FAILED)
                : status(run.status());
    }

    private static Html status(String status) {
        String kind = switch (status) {
            case "completed" -> "good";
            case "running" -> "live";
            case "waiting" -> "calm";
            case "failed", "killed" -> "bad";
            default -> "warn";
        };
        return badge(kind, status);
    }

    /// The outcome of a row.
    public static Html outcome(Outcome outcome) {
        String word = outcome.word();
        String kind = switch (word) {
            case "completed" -> "good";
            case "failed", "indeterminate" -> "bad";
            case "quarantined", "blocked" -> "warn";
            default -> "calm";
        };
        return badge(kind, word);
    }

    public static Html simulated() {
        return span(cls("badge warn"), title("Simulated services: nothing was paid"), text("SIMULATED"));
    }

    /// `kind` is good, bad, warn, live or calm.
    public static Html badge(String kind, String word) {
        return span(cls("badge " + kind), text(word));
    }
}
