package dev.rowan.cli.purge;

import dev.rowan.api.config.ConfigException;
import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.purge.ProviderFile.Removal;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.purge.PurgePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files of batch jobs in a purge, by run. They are located before the values are deleted, from the same record.
final class BatchPurge {
    private final List<OfRun> runs;
    private final Shell shell;

    private BatchPurge(List<OfRun> runs, Shell shell) {
        this.runs = List.copyOf(runs);
        this.shell = shell;
    }

    /// The files of one run in a directory; `pipeline` is present if its file is readable.
    private record OfRun(BatchFiles files, Path artifacts, Optional<Pipeline> pipeline) {}

    static BatchPurge of(List<PurgePlan> chosen, LandscapeAddress address, ArtifactsOption option, Shell shell)
            throws IOException {
        var runs = new ArrayList<OfRun>();
        try (LandscapeReader reader = address.read()) {
            for (PurgePlan planned : chosen) {
                List<JobReport> jobs = BatchFiles.jobs(planned, reader);
                Optional<Pipeline> pipeline = pipeline(planned, shell);
                Path artifacts =
                        option.in(address, pipeline.flatMap(one -> one.run().artifacts()), shell);
                runs.add(new OfRun(BatchFiles.of(planned, jobs, artifacts, reader), artifacts, pipeline));
            }
        }
        return new BatchPurge(runs, shell);
    }

    private static Optional<Pipeline> pipeline(PurgePlan planned, Shell shell) {
        try {
            return planned.run()
                    .pipelineFile()
                    .map(Path::of)
                    .filter(file -> Files.exists(shell.folder().resolve(file)))
                    .map(file -> PipelineLoader.load(file, shell));
        } catch (ConfigException | UsageException _) {
            return Optional.empty();
        }
    }

    List<Path> local() {
        return runs.stream().flatMap(run -> run.files().local().stream()).toList();
    }

    private List<ProviderFile> remote() {
        return runs.stream().flatMap(run -> run.files().remote().stream()).toList();
    }

    private List<JobReport> unfinished() {
        return runs.stream().flatMap(run -> run.files().unfinished().stream()).toList();
    }

    /// Whether anything would be deleted.
    boolean deletes() {
        return !local().isEmpty() || !remote().isEmpty();
    }

    /// One line per run with files.
    List<String> lines() {
        var lines = new ArrayList<String>();
        for (OfRun run : runs) {
            if (!run.files().local().isEmpty()) {
                lines.add("  " + run.files().runId() + "  "
                        + Figures.counted(run.files().local().size(), "file") + " of batch jobs and attachments ("
                        + Figures.bytes(run.files().bytes()) + ") in "
                        + run.artifacts().resolve(run.files().runId()));
            }
            run.files().remote().forEach(file -> lines.add("  " + SafeText.line(file.label())));
        }
        return lines;
    }

    /// Deletes the files here and at providers; returns the results at providers.
    List<Removal> delete() throws IOException, InterruptedException {
        var removals = new ArrayList<Removal>();
        for (OfRun run : runs) {
            run.files().deleteLocal(run.artifacts());
            List<ProviderFile> remote = run.files().remote();
            if (remote.isEmpty()) {
                continue;
            }
            if (run.pipeline().isPresent()) {
                removals.addAll(new ProviderPurge(run.pipeline().get(), shell).delete(remote));
            } else {
                remote.forEach(file -> removals.add(new Removal(
                        file,
                        Optional.of("the run's pipeline file, which names the API keys, is missing or" + " invalid"))));
            }
        }
        return removals;
    }

    /// Files that were not deleted and need manual action.
    List<String> left(List<Removal> removals) {
        var left = new ArrayList<String>();
        removals.forEach(removal -> removal.problem()
                .ifPresent(why -> left.add("not deleted: " + removal.file().label() + ": " + why
                        + "; delete it in the provider's console")));
        unfinished()
                .forEach(job -> left.add("not deleted: files at " + job.provider() + " of job " + job.number()
                        + " of run " + job.runId() + ", which is " + job.phase().word() + ": cancel it first: "
                        + shell.program() + " batch cancel " + job.runId() + " " + job.number()));
        return left.stream().map(SafeText::line).toList();
    }
}
