package dev.rowan.cli.serve;

import dev.rowan.api.Outcome;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.StoppedRunException;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.run.RecordedRun;
import dev.rowan.cli.run.RetryPreconditions;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.web.control.RunActions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Resumes runs and retries failed rows for the page, as `rowan resume` and `rowan retry` do. The pipeline file is
/// found where the run was started. Rows of cancelled batch jobs are not resubmitted.
public final class PageRuns implements RunActions {
    private static final Set<Outcome> RETRIED = Set.of(Outcome.FAILED, Outcome.INDETERMINATE);

    private final LandscapeOption landscape;
    private final Shell shell;

    public PageRuns(LandscapeOption landscape, Shell shell) {
        this.landscape = landscape;
        this.shell = shell;
    }

    @Override
    public void run(Action action, String runId) throws ActionRefused, IOException, InterruptedException {
        try {
            RecordedRun recorded = RecordedRun.find(runId, Optional.empty(), landscape, shell);
            if (action == Action.RETRY) {
                new RetryPreconditions(recorded, shell).check(Set.of());
            }
            RunStartMode beginning = switch (action) {
                case RESUME -> new RunStartMode.Resumed(runId, false);
                case RETRY -> new RunStartMode.Retried(runId, RETRIED);
            };
            var request = RunRequest.fresh(
                            RowanVersion.number(),
                            List.of("serve", action.word(), runId), // the equivalent command line, for the record
                            RunExecutor.operator(),
                            OptionalLong.empty(),
                            action == Action.RETRY ? Sink.Existing.APPEND : Sink.Existing.REFUSE)
                    .with(beginning)
                    .with(new BatchOptions(Stay.UNTIL_DONE, List.of(), false, false));
            RunExecutor.inBackground(shell).run(recorded.pipeline(), recorded.address(), request);
        } catch (ConfigException settings) {
            throw new ActionRefused("the pipeline file has problems: " + settings.problems());
        } catch (UsageException | LandscapeException | StoppedRunException refused) {
            throw new ActionRefused(String.valueOf(refused.getMessage()));
        }
    }
}
