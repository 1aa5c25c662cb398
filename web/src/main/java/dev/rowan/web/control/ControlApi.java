package dev.rowan.web.control;

import dev.rowan.api.Time;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// Takes orders for runs: each is put into the landscape, where the run finds it, and its answer is waited
/// for.
public final class ControlApi implements Screen {
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final WebContext context;
    private final Supplier<ControlRequestStore> requests;
    private final String operator;

    /// `operator` is the user who started the server.
    public ControlApi(WebContext context, Supplier<ControlRequestStore> requests, String operator) {
        this.context = context;
        this.requests = requests;
        this.operator = operator;
    }

    @Override
    public void routes(Router router) {
        router.post("/api/runs/{run}/orders", this::give);
    }

    private WebReply give(WebRequest request) throws InterruptedException {
        ControlRequest order = new ControlRequestForm(request.fields()).request();
        String run = context.readers().with(reader -> reader.runs().resolve(request.parameter("run")));
        try (ControlRequestStore open = requests.get()) {
            long number = open.give(run, operator, order);
            return reply(number, await(open, number));
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException refused) {
            throw new WebRequestException(409, String.valueOf(refused.getMessage()));
        }
    }

    private Optional<ControlRequestStore.Answer> await(ControlRequestStore open, long number)
            throws InterruptedException {
        Time time = context.time();
        long until = time.nanos() + WAIT.toNanos();
        Optional<ControlRequestStore.Answer> answer = open.answered(number);
        while (answer.isEmpty() && time.nanos() - until < 0) {
            time.sleep(LOOK);
            answer = open.answered(number);
        }
        return answer;
    }

    private static WebReply reply(long number, Optional<ControlRequestStore.Answer> answer) {
        var json = JsonObject.object();
        json.put("order", number);
        json.put("answered", answer.isPresent());
        json.put("followed", answer.map(ControlRequestStore.Answer::followed));
        boolean refused = answer.isPresent() && !answer.get().followed();
        json.put(
                refused ? "error" : "message",
                answer.map(ControlRequestStore.Answer::message).orElse("Sent; the run has not answered yet."));
        return new WebReply.Json(refused ? 409 : answer.isPresent() ? 200 : 202, json);
    }
}
