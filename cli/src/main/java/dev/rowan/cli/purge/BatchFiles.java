package dev.rowan.cli.purge;

import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.purge.PurgePlan;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The files of batch jobs and the attachments affected by a purge, on this machine and at providers. A file of a job
/// has the values of many rows
/// and is deleted as a whole. Files of open jobs are kept at the provider, and deleted on this machine only with the
/// whole run.
record BatchFiles(String runId, List<Path> local, long bytes, List<ProviderFile> remote, List<JobReport> unfinished) {

    BatchFiles {
        local = List.copyOf(local);
        remote = List.copyOf(remote);
        unfinished = List.copyOf(unfinished);
    }

    /// The jobs affected by a purge.
    static List<JobReport> jobs(PurgePlan planned, LandscapeReader reader) {
        String runId = planned.run().runId();
        List<JobReport> all = JobReport.of(reader, runId);
        if (planned.rows().isEmpty()) {
            return all;
        }
        var rows = new HashSet<>(planned.rows().get());
        return all.stream()
                .filter(job -> reader.jobs().manifest(runId, job.number()).stream()
                        .anyMatch(item -> rows.contains(item.key().rowSeq())))
                .toList();
    }

    /// The files of these jobs in the artifacts directory and at providers.
    static BatchFiles of(PurgePlan planned, List<JobReport> jobs, Path artifacts, LandscapeReader reader)
            throws IOException {
        String runId = planned.run().runId();
        Path folder = artifacts.resolve(runId);
        boolean whole = planned.rows().isEmpty();
        var local = new ArrayList<Path>();
        if (whole) {
            local.addAll(below(folder));
        }
        for (JobReport job : jobs) {
            if (!whole && job.phase().isOver()) {
                local.addAll(below(folder.resolve(String.valueOf(job.number()))));
            }
        }
        if (!whole) {
            local.addAll(attachments(planned, folder, reader));
        }
        long bytes = 0;
        for (Path file : local) {
            bytes += Files.size(file);
        }
        return new BatchFiles(
                runId,
                local,
                bytes,
                jobs.stream()
                        .filter(job -> job.phase().isOver() && !planned.run().simulated())
                        .flatMap(job -> ProviderFile.of(job).stream())
                        .toList(),
                jobs.stream().filter(job -> !job.phase().isOver()).toList());
    }

    /// The attachments that no request of another row names.
    private static List<Path> attachments(PurgePlan planned, Path folder, LandscapeReader reader) throws IOException {
        AttachmentStore store = AttachmentStore.in(folder);
        return Files.isDirectory(store.folder())
                ? store.filesWithout(reader.calls()
                        .attachments(
                                planned.run().runId(), Set.copyOf(planned.rows().orElseThrow())))
                : List.of();
    }

    private static List<Path> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    /// Deletes the files on this machine and directories that become empty.
    void deleteLocal(Path artifacts) throws IOException {
        var folders = new HashSet<Path>();
        for (Path file : local) {
            Files.deleteIfExists(file);
            for (Path at = file.getParent(); at != null && !at.equals(artifacts); at = at.getParent()) {
                folders.add(at);
            }
        }
        List<Path> deepestFirst = folders.stream()
                .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                .toList();
        for (Path folder : deepestFirst) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException _) {
                // has files of other jobs
            }
        }
    }
}
