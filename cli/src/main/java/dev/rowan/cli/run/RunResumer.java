package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.change.AnswersDiscardedException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.RunSummary;
import java.io.IOException;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/// Goes on with a recorded run, whichever command asked for it. `batch` says how long to stay with batch
/// services, and what to do with single jobs; `beside` is what others than the terminal see of it.
public record RunResumer(
        boolean acceptChange, OptionalLong limit, BatchOptions batch, ReportOptions report, ObserveOptions beside) {

    public int run(RecordedRun recorded, CommandSpec spec, Shell shell) throws IOException, InterruptedException {
        RunSummary summary = recorded.summary();
        if (summary.isCompleted()) {
            report.printNothingToDo(
                    summary.runId(),
                    "run " + summary.runId() + " is completed: every row read has its outcome, there is nothing to"
                            + " resume",
                    shell);
            return 0;
        }
        var request = RunExecutor.request(
                spec, limit, Sink.Existing.REFUSE, new RunStartMode.Resumed(summary.runId(), acceptChange), batch);
        try {
            return new RunExecutor(shell, report, beside).run(recorded.pipeline(), recorded.address(), request);
        } catch (AnswersDiscardedException loss) {
            new DiscardConsent(loss, recorded.address(), shell).obtain();
            Pipeline again = PipelineLoader.load(recorded.pipeline().file().orElseThrow(), shell);
            return new RunExecutor(shell, report, beside)
                    .run(again, recorded.address(), request.with(batch.discardingAnswers()));
        }
    }
}
