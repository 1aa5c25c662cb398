package dev.rowan.cli.batch;

import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan batch download`: copies a job's files after verifying them, or downloads its results again.
@Command(
        name = "download",
        description = "Download a job's files, verified against the record.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 1 --to batch-1",
            "",
            "Results missing on this machine are downloaded from the provider again, which",
            "needs the pipeline's API keys, and works while the provider keeps them. Files",
            "whose SHA-256 differs from the recorded one are rejected."
        })
final class DownloadCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "Job number, as shown by `batch list`.")
    private long job;

    @Option(names = "--to", paramLabel = "DIR", description = "Target directory. Default: the current directory.")
    private Path to = Path.of("");

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    DownloadCommand(Shell shell) {
        this.shell = shell;
    }

    /// A copied file; `again` if it was downloaded again.
    private record Given(JobArtifact artifact, Path copy, boolean again) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobReport wanted = run.find(shell).job(job);
        List<JobArtifact> files = JobArtifact.of(wanted, folder()).toList();
        if (files.isEmpty()) {
            throw new UsageException("job " + job + " is " + wanted.phase().word() + " and has no files yet");
        }
        Path target = Files.createDirectories(shell.folder().resolve(to));
        var given = new ArrayList<Given>();
        var missing = new ArrayList<String>();
        for (JobArtifact file : files) {
            Path copy = target.resolve(file.name());
            if (Files.exists(copy)) {
                throw new UsageException(copy + " exists; choose another directory with --to");
            }
            if (file.here() == JobArtifact.Here.VERIFIED) {
                Files.copy(file.place(), copy);
                given.add(new Given(file, copy, false));
            } else {
                Optional<String> failed = again(wanted, file, copy);
                failed.ifPresentOrElse(
                        why -> missing.add(file.name() + " at " + file.place() + " is "
                                + (file.place().toFile().exists() ? "different from the recorded file" : "missing")
                                + ", and cannot be downloaded again: " + why),
                        () -> given.add(new Given(file, copy, true)));
            }
        }
        report(given, missing);
        return (missing.isEmpty() ? ExitCode.OK : ExitCode.USE).number();
    }

    private Optional<String> again(JobReport wanted, JobArtifact file, Path copy)
            throws IOException, InterruptedException {
        Shell withEnv = run.envFile().on(shell);
        return new Refetch(wanted, run.recorded(withEnv).pipeline(), withEnv).fetch(file, copy);
    }

    private Path folder() {
        return artifacts.in(run.landscape().choose(shell), shell);
    }

    private void report(List<Given> given, List<String> missing) {
        if (run.report().json()) {
            shell.out()
                    .println(JsonObject.object()
                            .put("job", job)
                            .put(
                                    "files",
                                    given.stream()
                                            .map(one -> JsonObject.object()
                                                    .put("name", one.artifact().name())
                                                    .put("path", one.copy().toString())
                                                    .put(
                                                            "sha256",
                                                            one.artifact().sha256())
                                                    .put("fetched_again", one.again()))
                                            .toList())
                            .put("missing", missing)
                            .line());
        } else if (!run.report().quiet()) {
            given.forEach(one -> shell.out()
                    .println(one.copy() + "  "
                            + (one.artifact().bytes().isPresent()
                                    ? Figures.bytes(one.artifact().bytes().getAsLong()) + ", "
                                    : "")
                            + "SHA-256 as recorded" + (one.again() ? ", downloaded again" : "")));
        }
        missing.forEach(shell::printError);
    }
}
