package dev.rowan.cli.tune;

import dev.rowan.cli.command.ControlRequestClient;
import dev.rowan.cli.command.ControlRequestClient.Sent;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.ControlRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan tune`: sends control requests to a run in another process and prints the answers.
@Command(
        name = "tune",
        description = "Change a running run: pools, limits, budget; pause or stop it.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest --pool classify=32 --max-cost 40",
            "  ${COMMAND-FULL-NAME} latest --pause",
            "",
            "The run polls for requests about every second, records each one that it applies,",
            "and answers. Changes last until that process ends; `resume` starts from the",
            "pipeline file again. Exit code 1: a request was rejected."
        })
public final class TuneCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(
            names = "--pool",
            paramLabel = "NODE=N",
            description = "Pool size: maximum requests in flight of a transform.")
    private Map<String, String> pools = new LinkedHashMap<>();

    @Option(
            names = "--rpm",
            paramLabel = "NODE=N",
            description = "Requests per minute of a transform; 'none' removes the limit.")
    private Map<String, String> requests = new LinkedHashMap<>();

    @Option(
            names = "--tpm",
            paramLabel = "NODE=N",
            description = "Tokens per minute of a transform; 'none' removes the limit.")
    private Map<String, String> tokens = new LinkedHashMap<>();

    @Option(
            names = "--max-cost",
            paramLabel = "USD",
            description = "Cost cap of the whole run, including the cost so far.")
    private Optional<String> maxCost = Optional.empty();

    @ArgGroup
    private final Course course = new Course();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /// A request for the whole run; at most one.
    static final class Course {
        @Option(names = "--pause", description = "Pause: start no rows and send nothing until --resume.")
        private boolean pause;

        @Option(names = "--resume", description = "Resume after --pause.")
        private boolean resume;

        @Option(names = "--go-on", hidden = true, description = "Former name of --resume.")
        private boolean formerResume;

        @Option(names = "--drain", description = "Stop like Ctrl-C: drain rows in flight. Resumable.")
        private boolean drain;

        @Option(names = "--cancel", description = "Stop immediately: abort requests in flight. Resumable.")
        private boolean cancel;

        Optional<ControlRequest> request() {
            return pause
                    ? Optional.of(new ControlRequest.Pause())
                    : resume || formerResume
                            ? Optional.of(new ControlRequest.Resume())
                            : drain
                                    ? Optional.of(new ControlRequest.Drain())
                                    : cancel ? Optional.of(new ControlRequest.Cancel()) : Optional.empty();
        }
    }

    public TuneCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<ControlRequest> asked = requestedChanges();
        if (asked.isEmpty()) {
            throw new UsageException(
                    "nothing to change; pass --pool, --rpm, --tpm, --max-cost, --pause, --resume, --drain or --cancel");
        }
        LandscapeAddress address = landscape.choose(shell);
        String runId;
        try (LandscapeReader reader = address.read()) {
            runId = reader.runs().resolve(run);
        }
        List<Sent> sent = ControlRequestClient.send(address, runId, RunExecutor.operator(), asked, shell.time());
        print(runId, sent);
        return (sent.stream().allMatch(Sent::followed) ? ExitCode.OK : ExitCode.USE).number();
    }

    private List<ControlRequest> requestedChanges() {
        var changes = new ArrayList<ControlRequest>();
        pools.forEach((node, value) -> changes.add(request("pool_size", node, value)));
        requests.forEach((node, value) -> changes.add(request("requests_per_minute", node, value)));
        tokens.forEach((node, value) -> changes.add(request("tokens_per_minute", node, value)));
        maxCost.ifPresent(value -> changes.add(request("max_cost_usd", null, value)));
        course.request().ifPresent(changes::add);
        return changes;
    }

    private static ControlRequest request(String word, @Nullable String node, String value) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("order", word);
        facts.put("node", node);
        facts.put("value", value);
        try {
            return ControlRequest.of(facts);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    private void print(String runId, List<Sent> sent) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("run", runId)
                            .put("orders", sent.stream().map(TuneCommand::json).toList())
                            .line());
            return;
        }
        for (Sent one : sent) {
            shell.out()
                    .println(one.answer()
                            .map(answer -> (answer.followed() ? "" : "rejected: ") + SafeText.line(answer.message()))
                            .orElse("no answer to " + one.order().word() + " within "
                                    + ControlRequestClient.ANSWER_TIMEOUT.toSeconds()
                                    + " s; the request stays pending until the run reads it or ends"));
        }
    }

    private static JsonObject json(Sent sent) {
        Map<String, @Nullable Object> facts = sent.order().facts();
        return JsonObject.object()
                .put("number", sent.number())
                .put("order", sent.order().word())
                .put("node", facts.get("node"))
                .put("value", facts.get("value"))
                .put("followed", sent.answer().map(ControlRequestStore.Answer::followed))
                .put("words", sent.answer().map(ControlRequestStore.Answer::message));
    }
}
