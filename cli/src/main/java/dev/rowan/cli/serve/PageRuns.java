package dev.rowan.cli.serve;

import dev.rowan.api.Outcome;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.StoppedRun;
import dev.rowan.cli.command.UseException;
import dev.rowan.cli.run.RecordedRun;
import dev.rowan.cli.run.RetryPreconditions;
import dev.rowan.cli.run.Running;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchRequest;
import dev.rowan.engine.batch.BatchRequest.Stay;
import dev.rowan.engine.run.Beginning;
import dev.rowan.engine.run.RunRequest;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.web.control.RunActions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Resumes runs and retries their failed rows for the page, as `rowan resume` and `rowan retry` do. The
/// pipeline file is found where the run was started from. Rows of cancelled batch jobs are not submitted again.
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
            Beginning beginning = switch (action) {
                case RESUME -> new Beginning.Resumed(runId, false);
                case RETRY -> new Beginning.Retried(runId, RETRIED);
            };
            var request = new RunRequest(
                    Running.version(),
                    List.of("serve", action.word(), runId), // for the record: as it would have been typed
                    Running.operator(),
                    OptionalLong.empty(),
                    action == Action.RETRY ? Sink.Existing.APPEND : Sink.Existing.REFUSE,
                    beginning,
                    new BatchRequest(Stay.UNTIL_DONE, List.of()));
            Running.inBackground(shell).run(recorded.pipeline(), recorded.address(), request);
        } catch (ConfigException settings) {
            throw new ActionRefused("the pipeline file has problems: " + settings.problems());
        } catch (UseException | LandscapeException | StoppedRun refused) {
            throw new ActionRefused(String.valueOf(refused.getMessage()));
        }
    }
}
