package dev.rowan.cli.batch;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.ControlRequestClient.Sent;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.StoppedRunException;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.run.RecordedRun;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.web.jobs.JobActions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Executes job decisions made on the page, as `rowan batch` does: resumes the run under its lease, executes the
/// command and polls each job once. The pipeline file is found where the run was started.
public final class PageActions implements JobActions {
    private final LandscapeOption landscape;
    private final Shell shell;

    public PageActions(LandscapeOption landscape, Shell shell) {
        this.landscape = landscape;
        this.shell = shell;
    }

    @Override
    public void act(Decision decision) throws CannotAct, IOException, InterruptedException {
        try {
            RecordedRun recorded = RecordedRun.find(decision.runId(), Optional.empty(), landscape, shell);
            if (decision.choice() == JobDecision.CANCEL && isCancelledElsewhere(decision, recorded)) {
                return;
            }
            JobCommand command;
            try (LandscapeReader reader = recorded.address().read()) {
                BatchRun found = BatchRun.of(reader, recorded.summary());
                command = JobCommandParser.of(decision.choice(), found.job(decision.job()), decision.batchId());
            }
            var request = RunRequest.fresh(
                            RowanVersion.number(),
                            commandLine(decision),
                            RunExecutor.operator(),
                            OptionalLong.empty(),
                            Sink.Existing.REFUSE)
                    .with(new RunStartMode.Resumed(decision.runId(), false))
                    .with(new BatchOptions(Stay.ONE_ROUND, List.of(command), false, false));
            RunExecutor.inBackground(shell).run(recorded.pipeline(), recorded.address(), request);
        } catch (ConfigException settings) {
            throw new CannotAct("the pipeline file has problems: " + settings.problems());
        } catch (UsageException | LandscapeException | StoppedRunException refused) {
            throw new CannotAct(String.valueOf(refused.getMessage()));
        }
    }

    /// Whether another process executes the run and cancels the job.
    private boolean isCancelledElsewhere(Decision decision, RecordedRun recorded)
            throws CannotAct, InterruptedException {
        if (!RemoteCancel.applies(recorded.summary())) {
            return false;
        }
        Optional<Sent> sent =
                new RemoteCancel(decision.runId(), OptionalLong.of(decision.job()), recorded.address(), shell).send();
        if (sent.isPresent() && !sent.get().followed()) {
            throw new CannotAct("the process executing this run has not answered yet; it cancels the job when it"
                    + " reads the request");
        }
        return sent.isPresent();
    }

    /// The equivalent command line, for the record.
    private static List<String> commandLine(Decision decision) {
        var arguments = new ArrayList<String>(
                List.of("serve", "batch", decision.choice().word(), decision.runId(), String.valueOf(decision.job())));
        decision.batchId().ifPresent(arguments::add);
        return arguments;
    }
}
