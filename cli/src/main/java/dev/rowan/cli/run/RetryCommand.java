package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.RunSummary;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `rowan retry`: runs the failed rows of a run again, as a continuation run.
@Command(
        name = "retry",
        description = "Retry the failed rows of a run, as a continuation run.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Rows are read from the landscape as recorded and keep their numbers; their",
            "results are appended to the same sinks."
        })
public final class RetryCommand implements Callable<Integer> {
    private static final Set<Outcome> TRIABLE = Set.of(Outcome.FAILED, Outcome.INDETERMINATE, Outcome.BLOCKED);

    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RecordedRunParameters which = new RecordedRunParameters();

    @Option(
            names = "--outcome",
            paramLabel = "WORD",
            split = ",",
            defaultValue = "failed,indeterminate",
            description = "Rows to retry: failed, indeterminate, blocked. Default: ${DEFAULT-VALUE}.")
    private List<String> outcomeNames = List.of();

    @Mixin
    private final AbandonOption abandon = new AbandonOption();

    @Mixin
    private final DetachOption detach = new DetachOption();

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final ObserveOptions observe = new ObserveOptions();

    public RetryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Set<Outcome> outcomes = outcomes();
        Shell withEnv = envFile.on(shell);
        RecordedRun recorded = which.find(withEnv);
        RunSummary summary = recorded.summary();
        Set<String> abandoned = abandon.ids(recorded.address());
        new RetryPreconditions(recorded, shell).check(abandoned);
        if (outcomes.stream().allMatch(outcome -> summary.outcomes().getOrDefault(outcome, 0L) == 0)) {
            report.printNothingToDo(
                    summary.runId(),
                    "run " + summary.runId() + " has no rows to retry (" + describe(outcomes) + ")",
                    shell);
            return 0;
        }
        var request = RunExecutor.request(
                spec,
                limit.rows(),
                Sink.Existing.APPEND,
                new RunStartMode.Retried(summary.runId(), outcomes),
                new BatchOptions(detach.stay(), List.of(), false, false));
        return new RunExecutor(withEnv, report, observe)
                .run(recorded.pipeline(), recorded.address(), request.abandoning(abandoned));
    }

    private static String describe(Set<Outcome> outcomes) {
        return outcomes.stream().map(Outcome::word).sorted().collect(Collectors.joining(" or "));
    }

    private Set<Outcome> outcomes() {
        var outcomes = new LinkedHashSet<Outcome>();
        for (String word : outcomeNames) {
            outcomes.add(TRIABLE.stream()
                    .filter(outcome -> outcome.word().equals(word.strip().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new UsageException(
                            "--outcome must be failed, indeterminate or blocked, got '" + word + "'")));
        }
        return outcomes;
    }
}
