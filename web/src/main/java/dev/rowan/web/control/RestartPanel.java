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
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.control.BackgroundRuns.Started;
import dev.rowan.web.control.RunActions.Action;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapeLocation;
import java.util.Optional;

/// Resume or retry of a stopped run, as a button where the server can do it and as a command. `continuation` is the
/// run that retried its failed rows; `last` is the latest action here.
public record RestartPanel(
        RunSummary run,
        Optional<String> continuation,
        LandscapeLocation location,
        boolean acts,
        Optional<Started> last) {

    /// The possible action: none while the run is running, or when no row is left to process.
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
                    text("Its failed rows were retried by run "),
                    a("/runs/" + Href.encode(later), code(text(later))),
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
                                text(location.command(action.get().word() + " " + run.runId()))),
                        text(" "),
                        button(attr("type", "button"), attr("data-copy", "#restart-command"), text("Copy"))));
    }

    private static Html panel(Html... parts) {
        return element("section", cls("card wide"), id("restart"), attr("aria-label", "Next steps"), Html.many(parts));
    }

    private String reason(Action action) {
        return switch (action) {
            case RETRY -> {
                long rows = failed(run);
                yield Figures.count(rows) + (rows == 1 ? " row" : " rows")
                        + " failed or ended without a known outcome.";
            }
            case RESUME -> {
                long open = run.rowsOpen();
                String rows = Figures.count(open) + (open == 1 ? " row has" : " rows have") + " no outcome yet. ";
                yield (run.isWaiting()
                                ? "Batch jobs of this run are still in progress. "
                                : "This run is not finished. ")
                        + (open == 0 ? "" : rows)
                        + "Recorded answers are reused and not paid again.";
            }
        };
    }

    private Html form(Action action) {
        return element(
                "form",
                cls("control"),
                attr("data-api", "/api/runs/" + Href.encode(run.runId()) + "/" + action.word()),
                div(
                        cls("row"),
                        button(
                                cls("primary"),
                                attr(
                                        "data-confirm",
                                        "The server resumes the run with the keys of its environment; this may"
                                                + " cost money. Stopping the server stops the run. Start?"),
                                text(action == Action.RESUME ? "Resume" : "Retry failed rows"))),
                element("output", attr("data-keep", "1")));
    }

    private Optional<Html> problem(Action action) {
        return last.filter(started -> started.action() == action)
                .flatMap(Started::problem)
                .map(why -> p(cls("notice bad"), text("Not started: " + why)));
    }
}
