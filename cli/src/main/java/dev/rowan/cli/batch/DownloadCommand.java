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

/// `rowan batch download`: copies a job's files after checking them, or fetches its results again.
@Command(
        name = "download",
        description = "Copy the files of a job, checked against the record.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 1 --to batch-1",
            "",
            "Results that are not on this machine are fetched from the provider again; that",
            "needs the pipeline's keys, and the provider to have kept them. What is not, byte",
            "for byte, what was recorded is never handed out."
        })
final class DownloadCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "The job's number, as `batch list` shows it.")
    private long job;

    @Option(names = "--to", paramLabel = "DIR", description = "The folder to copy to. Default: the current one.")
    private Path to = Path.of("");

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    DownloadCommand(Shell shell) {
        this.shell = shell;
    }

    /// A file that was handed out, and where it came from.
    private record Given(JobArtifact artifact, Path copy, boolean again) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobReport wanted = run.look(shell).job(job);
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
                throw new UsageException(copy + " exists; name another folder with --to");
            }
            if (file.here() == JobArtifact.Here.VERIFIED) {
                Files.copy(file.place(), copy);
                given.add(new Given(file, copy, false));
            } else {
                Optional<String> failed = again(wanted, file, copy);
                failed.ifPresentOrElse(
                        why -> missing.add(file.name() + " at " + file.place() + " is "
                                + (file.place().toFile().exists() ? "not what was recorded" : "not there")
                                + ", and cannot be fetched again: " + why),
                        () -> given.add(new Given(file, copy, true)));
            }
        }
        tell(given, missing);
        return (missing.isEmpty() ? ExitCode.OK : ExitCode.USE).number();
    }

    private Optional<String> again(JobReport wanted, JobArtifact file, Path copy)
            throws IOException, InterruptedException {
        Shell surrounding = run.envFile().on(shell);
        return new Refetch(wanted, run.recorded(surrounding).pipeline(), surrounding).fetch(file, copy);
    }

    private Path folder() {
        return artifacts.in(run.landscape().choose(shell), shell);
    }

    private void tell(List<Given> given, List<String> missing) {
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
                            + "SHA-256 as recorded" + (one.again() ? ", fetched again" : "")));
        }
        missing.forEach(shell::printError);
    }
}
