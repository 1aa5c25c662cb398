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

/// `rowan tune`: gives orders to a run that another process works on, and tells what became of them.
@Command(
        name = "tune",
        description = "Change a run while it works: pools, limits, budget; pause or stop it.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest --pool classify=32 --max-cost 40",
            "  ${COMMAND-FULL-NAME} latest --pause",
            "",
            "The run looks for orders about every second, notes each that it follows in",
            "its record, and answers. What was ordered holds until that process ends;",
            "`resume` starts from the pipeline file again. Exit code 1: one was refused."
        })
public final class TuneCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, a run's name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(
            names = "--pool",
            paramLabel = "NODE=N",
            description = "Requests that a transform keeps on the wire at once.")
    private Map<String, String> pools = new LinkedHashMap<>();

    @Option(
            names = "--rpm",
            paramLabel = "NODE=N",
            description = "The most requests a minute of a transform; 'none' takes the limit away.")
    private Map<String, String> requests = new LinkedHashMap<>();

    @Option(
            names = "--tpm",
            paramLabel = "NODE=N",
            description = "The most tokens a minute of a transform; 'none' takes the limit away.")
    private Map<String, String> tokens = new LinkedHashMap<>();

    @Option(
            names = "--max-cost",
            paramLabel = "USD",
            description = "The most that the run may spend in all, what it has spent included.")
    private Optional<String> maxCost = Optional.empty();

    @ArgGroup
    private final Course course = new Course();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /// What the whole run is to do; one of them.
    static final class Course {
        @Option(names = "--pause", description = "Start no more rows and send nothing new until --go-on.")
        private boolean pause;

        @Option(names = "--go-on", description = "Go on after --pause.")
        private boolean goOn;

        @Option(names = "--drain", description = "Stop as Ctrl-C does: rows on their way arrive. Resumable.")
        private boolean drain;

        @Option(names = "--cancel", description = "Stop at once: what is on the wire is left. Resumable.")
        private boolean cancel;

        Optional<ControlRequest> order() {
            return pause
                    ? Optional.of(new ControlRequest.Pause())
                    : goOn
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
        List<ControlRequest> asked = orders();
        if (asked.isEmpty()) {
            throw new UsageException(
                    "nothing to change; pass --pool, --rpm, --tpm, --max-cost, --pause, --go-on, --drain or --cancel");
        }
        LandscapeAddress address = landscape.choose(shell);
        String runId;
        try (LandscapeReader reader = address.read()) {
            runId = reader.runs().resolve(run);
        }
        List<Sent> given = ControlRequestClient.send(address, runId, RunExecutor.operator(), asked, shell.time());
        tell(runId, given);
        return (given.stream().allMatch(Sent::followed) ? ExitCode.OK : ExitCode.USE).number();
    }

    private List<ControlRequest> orders() {
        var orders = new ArrayList<ControlRequest>();
        pools.forEach((node, value) -> orders.add(order("pool_size", node, value)));
        requests.forEach((node, value) -> orders.add(order("requests_per_minute", node, value)));
        tokens.forEach((node, value) -> orders.add(order("tokens_per_minute", node, value)));
        maxCost.ifPresent(value -> orders.add(order("max_cost_usd", null, value)));
        course.order().ifPresent(orders::add);
        return orders;
    }

    private static ControlRequest order(String word, @Nullable String node, String value) {
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

    private void tell(String runId, List<Sent> given) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("run", runId)
                            .put("orders", given.stream().map(TuneCommand::json).toList())
                            .line());
            return;
        }
        for (Sent one : given) {
            shell.out()
                    .println(one.answer()
                            .map(answer -> (answer.followed() ? "" : "refused: ") + SafeText.line(answer.words()))
                            .orElse("no answer to " + one.order().word() + " within "
                                    + ControlRequestClient.PATIENCE.toSeconds()
                                    + " s; the order stands until the run sees it or ends"));
        }
    }

    private static JsonObject json(Sent given) {
        Map<String, @Nullable Object> facts = given.order().facts();
        return JsonObject.object()
                .put("number", given.number())
                .put("order", given.order().word())
                .put("node", facts.get("node"))
                .put("value", facts.get("value"))
                .put("followed", given.answer().map(ControlRequestStore.Answer::followed))
                .put("words", given.answer().map(ControlRequestStore.Answer::words));
    }
}
