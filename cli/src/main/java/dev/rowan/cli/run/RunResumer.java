package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.flink.EngineOption.FlinkEngine;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.change.AnswersDiscardedException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.split.SplitPlan;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/// Resumes a recorded run. `batch` says how long to wait for batches and which job commands to execute; `observe` are
/// the observers besides the terminal.
public record RunResumer(
        boolean acceptChange, OptionalLong limit, BatchOptions batch, ReportOptions report, ObserveOptions observe) {

    public int run(RecordedRun recorded, CommandSpec spec, Shell shell) throws IOException, InterruptedException {
        return run(recorded, spec, shell, Optional.empty());
    }

    /// The same, with the rows processed by the workers of `flink` if it is present.
    int run(RecordedRun recorded, CommandSpec spec, Shell shell, Optional<FlinkEngine> flink)
            throws IOException, InterruptedException {
        RunSummary summary = recorded.summary();
        if (summary.isCompleted()) {
            report.printNothingToDo(
                    summary.runId(),
                    "run " + summary.runId() + " is completed: every row has an outcome, nothing to" + " resume",
                    shell);
            return 0;
        }
        recorded.pipeline()
                .transientSource()
                .ifPresent(source -> shell.err()
                        .println("warning: " + source.describe()
                                + " cannot be read again: the run continues with its recorded rows;"
                                + " unread input is lost"));
        var request = RunExecutor.request(
                spec, limit, Sink.Existing.REFUSE, new RunStartMode.Resumed(summary.runId(), acceptChange), batch);
        if (flink.isPresent()) {
            return new RunExecutor(shell, report, observe)
                    .run(recorded.pipeline(), recorded.address(), request, flink.get());
        }
        if (isDivided(recorded)) {
            return new RunExecutor(shell, report, observe)
                    .resumeHere(recorded.pipeline(), recorded.address(), request, () -> reload(recorded, shell));
        }
        try {
            return new RunExecutor(shell, report, observe).run(recorded.pipeline(), recorded.address(), request);
        } catch (AnswersDiscardedException loss) {
            new DiscardConsent(loss, recorded.address(), shell).obtain();
            return new RunExecutor(shell, report, observe)
                    .run(reload(recorded, shell), recorded.address(), request.with(batch.discardingAnswers()));
        }
    }

    /// Whether the run was begun by workers, which have divided its input.
    private static boolean isDivided(RecordedRun recorded) {
        try (LandscapeReader reader = recorded.address().read()) {
            return SplitPlan.recorded(reader, recorded.summary().runId()).isPresent();
        }
    }

    private static Pipeline reload(RecordedRun recorded, Shell shell) {
        return PipelineLoader.load(recorded.pipeline().file().orElseThrow(), shell);
    }
}
