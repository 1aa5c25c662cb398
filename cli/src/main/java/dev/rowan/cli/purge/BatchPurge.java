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

/// The files of batch jobs in a purge, run by run. They are found before the values are deleted, which the record
/// tells them by.
final class BatchPurge {
    private final List<OfRun> runs;
    private final Shell shell;

    private BatchPurge(List<OfRun> runs, Shell shell) {
        this.runs = List.copyOf(runs);
        this.shell = shell;
    }

    /// The files of one run, below a folder; `pipeline` is there when its file can be read.
    private record OfRun(BatchFiles files, Path artifacts, Optional<Pipeline> pipeline) {}

    static BatchPurge of(List<PurgePlan> chosen, LandscapeAddress address, ArtifactsOption option, Shell shell)
            throws IOException {
        var runs = new ArrayList<OfRun>();
        try (LandscapeReader reader = address.read()) {
            for (PurgePlan planned : chosen) {
                List<JobReport> jobs = BatchFiles.jobs(planned, reader);
                Optional<Pipeline> pipeline = jobs.isEmpty() ? Optional.empty() : pipeline(planned, shell);
                Path artifacts =
                        option.in(address, pipeline.flatMap(one -> one.run().artifacts()), shell);
                runs.add(new OfRun(BatchFiles.of(planned, jobs, artifacts), artifacts, pipeline));
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

    /// A line for each run with files, and what is left alone.
    List<String> lines() {
        var lines = new ArrayList<String>();
        for (OfRun run : runs) {
            if (!run.files().local().isEmpty()) {
                lines.add("  " + run.files().runId() + "  "
                        + Figures.counted(run.files().local().size(), "file") + " of batch jobs ("
                        + Figures.bytes(run.files().bytes()) + ") in "
                        + run.artifacts().resolve(run.files().runId()));
            }
            run.files().remote().forEach(file -> lines.add("  " + SafeText.line(file.words())));
        }
        return lines;
    }

    /// Deletes the files here and at providers; gives what became of those at providers.
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
                        Optional.of("the pipeline file of the run, which names the keys, is not there or has"
                                + " problems"))));
            }
        }
        return removals;
    }

    /// What still holds values and must be seen to by a person.
    List<String> left(List<Removal> removals) {
        var left = new ArrayList<String>();
        removals.forEach(removal -> removal.problem()
                .ifPresent(why -> left.add("not deleted: " + removal.file().words() + ": " + why
                        + "; delete it in the provider's console")));
        unfinished()
                .forEach(job -> left.add("not deleted: what " + job.provider() + " keeps of job " + job.number()
                        + " of run " + job.runId() + ", which is " + job.phase().word() + ": end it first, with: "
                        + shell.program() + " batch cancel " + job.runId() + " " + job.number()));
        return left.stream().map(SafeText::line).toList();
    }
}
