package dev.rowan.web.control;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.control.BackgroundRuns.Started;
import dev.rowan.web.control.RunActions.Action;
import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.text.DisplayText;
import java.util.Optional;

/// What can be done with a run on which nobody works: resume it, or retry its failed rows; as a button where
/// the server does it, and as the command to type. `continuation` is the run that took its failed rows up;
/// `last` is what was started here.
public record RestartPanel(
        RunSummary run, Optional<String> continuation, LandscapePlace place, boolean acts, Optional<Started> last) {

    /// What helps a run: nothing while someone works on it, or when every row has an outcome that is none of a
    /// failure.
    public static Optional<Action> action(RunSummary run) {
        if (run.status().equals(RunSummary.RUNNING) || run.isAbandoned()) {
            return Optional.empty();
        }
        if (!run.isCompleted()) {
            return Optional.of(Action.RESUME);
        }
        return failed(run) > 0 ? Optional.of(Action.RETRY) : Optional.empty();
    }

    private static long failed(RunSummary run) {
        return run.outcomes().getOrDefault(Outcome.FAILED, 0L) + run.outcomes().getOrDefault(Outcome.INDETERMINATE, 0L);
    }

    public Html html() {
        Optional<Action> action = action(run);
        if (action.isEmpty()) {
            return Html.none();
        }
        if (action.get() == Action.RETRY && continuation.isPresent()) {
            String later = continuation.get();
            return panel(p(
                    text("Its failed rows were taken up by run "),
                    a("/runs/" + DisplayText.inAddress(later), code(text(later))),
                    text(".")));
        }
        return panel(
                p(text(reason(action.get()))),
                Html.when(acts, form(action.get())),
                Html.maybe(problem(action.get())),
                p(
                        cls("sub"),
                        text(acts ? "Or in a terminal: " : "In a terminal: "),
                        code(
                                id("restart-command"),
                                text(place.command(action.get().word() + " " + run.runId()))),
                        text(" "),
                        button(attr("type", "button"), attr("data-copy", "#restart-command"), text("Copy"))));
    }

    private static Html panel(Html... parts) {
        return element(
                "section", cls("card wide"), id("restart"), attr("aria-label", "What to do next"), Html.many(parts));
    }

    private String reason(Action action) {
        return switch (action) {
            case RETRY -> {
                long rows = failed(run);
                yield DisplayText.count(rows) + (rows == 1 ? " row" : " rows")
                        + " failed or ended without a known outcome.";
            }
            case RESUME -> {
                long open = run.rowsRead() - run.rowsEnded();
                String rows = DisplayText.count(open) + (open == 1 ? " row has" : " rows have") + " no outcome yet. ";
                yield (run.isWaiting() ? "Batch services still have calls of this run. " : "This run is not finished. ")
                        + (open == 0 ? "" : rows)
                        + "Answers on record are not paid for again.";
            }
        };
    }

    private Html form(Action action) {
        return element(
                "form",
                cls("control"),
                attr("data-api", "/api/runs/" + DisplayText.inAddress(run.runId()) + "/" + action.word()),
                div(
                        cls("row"),
                        button(
                                cls("primary"),
                                attr(
                                        "data-confirm",
                                        "The server works on the run, with the keys of its own environment, and may"
                                                + " spend money. Stopping the server stops the run. Start?"),
                                text(action == Action.RESUME ? "Resume" : "Retry failed rows"))),
                element("output", attr("data-keep", "1")));
    }

    private Optional<Html> problem(Action action) {
        return last.filter(started -> started.action() == action)
                .flatMap(Started::problem)
                .map(why -> p(cls("notice bad"), text("Not started: " + why)));
    }
}
