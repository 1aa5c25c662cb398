package dev.rowan.web.control;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.control.BackgroundRuns.Started;
import dev.rowan.web.control.RunActions.Action;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.Optional;

/// Resumes a run or retries its failed rows, in the server's own process.
public final class RestartApi implements Screen {
    private final WebContext context;
    private final Optional<BackgroundRuns> runs;

    public RestartApi(WebContext context, Optional<BackgroundRuns> runs) {
        this.context = context;
        this.runs = runs;
    }

    @Override
    public void routes(Router router) {
        for (Action action : Action.values()) {
            router.post("/api/runs/{run}/" + action.word(), request -> start(request, action));
        }
    }

    private WebReply start(WebRequest request, Action action) throws InterruptedException {
        RunSummary run = context.readers()
                .with(reader -> context.states().now(reader, reader.runs().resolve(request.parameter("run"))));
        String typed = context.location().command(action.word() + " " + run.runId());
        BackgroundRuns started = runs.orElseThrow(
                () -> new WebRequestException(403, "this page is read-only; use a terminal: " + typed));
        if (RestartPanel.action(run).filter(action::equals).isEmpty()) {
            throw new WebRequestException(
                    409, "run " + run.runId() + " is " + run.status() + ": there is nothing to " + action.word());
        }
        Started state = started.start(action, run.runId());
        if (state.problem().isPresent()) {
            throw new WebRequestException(409, state.problem().get());
        }
        var json = JsonObject.object();
        json.put("run", run.runId());
        json.put("action", action.word());
        json.put("working", state.working());
        json.put("message", state.working() ? "Started." : "Done.");
        return new WebReply.Json(state.working() ? 202 : 200, json);
    }

    @Override
    public void close() {
        runs.ifPresent(BackgroundRuns::close);
    }
}
