package dev.rowan.web.control;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.control.BackgroundRuns.Started;
import dev.rowan.web.control.RunActions.Action;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Resumes a run or retries its failed rows, in the server's own process.
public final class RestartApi implements Screen {
    private final WebContext around;
    private final Optional<BackgroundRuns> runs;

    public RestartApi(WebContext around, Optional<BackgroundRuns> runs) {
        this.around = around;
        this.runs = runs;
    }

    @Override
    public void routes(Router router) {
        for (Action action : Action.values()) {
            router.post("/api/runs/{run}/" + action.word(), request -> start(request, action));
        }
    }

    private WebReply start(WebRequest request, Action action) throws InterruptedException {
        RunSummary run = around.readers()
                .with(reader -> around.states().now(reader, reader.runs().resolve(request.place("run"))));
        String typed = around.place().command(action.word() + " " + run.runId());
        BackgroundRuns started =
                runs.orElseThrow(() -> new WebRequestException(403, "this page only shows; in a terminal: " + typed));
        if (RestartPanel.action(run).filter(action::equals).isEmpty()) {
            throw new WebRequestException(
                    409, "run " + run.runId() + " is " + run.status() + ": there is nothing to " + action.word());
        }
        Started state = started.start(action, run.runId());
        if (state.problem().isPresent()) {
            throw new WebRequestException(409, state.problem().get());
        }
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", run.runId());
        json.put("action", action.word());
        json.put("working", state.working());
        json.put("message", state.working() ? "Started; this page follows it." : "Done.");
        return new WebReply.Json(state.working() ? 202 : 200, json);
    }

    @Override
    public void close() {
        runs.ifPresent(BackgroundRuns::close);
    }
}
