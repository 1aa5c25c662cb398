package dev.rowan.cli.batch;

import dev.rowan.api.CallScope;
import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.startup.BatchServiceAccess;
import dev.rowan.engine.startup.JobHostCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/// Downloads results of a job from its provider again. They must match the recorded SHA-256.
record Refetch(JobReport job, Pipeline pipeline, Shell shell) {

    /// Downloads a file into `copy`; returns the reason if it fails, and leaves no file then.
    Optional<String> fetch(JobArtifact file, Path copy) throws IOException, InterruptedException {
        Optional<TransformNode> node = pipeline.transforms().stream()
                .filter(one -> one.name().equals(job.node()))
                .findFirst();
        if (node.isEmpty() || job.batchId().isEmpty() || file.name().equals("requests.jsonl")) {
            return Optional.of("no provider keeps it");
        }
        Path part = copy.resolveSibling(copy.getFileName() + ".part");
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                CallScope scope = CallScope.open("download")) {
            Wire wire = environment.environment().wire();
            BatchService service = BatchServiceAccess.of(node.get(), environment.environment(), shell.time());
            Optional<String> elsewhere = JobHostCheck.mismatch(job, service);
            if (elsewhere.isPresent()) {
                return elsewhere;
            }
            Optional<String> failed =
                    scope.fork(() -> download(service, wire, file, part)).get();
            if (failed.isEmpty()) {
                Files.move(part, copy);
            }
            return failed;
        } catch (PluginException missing) {
            return Optional.of(String.valueOf(missing.getMessage()));
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private Optional<String> download(BatchService service, Wire wire, JobArtifact file, Path part) throws IOException {
        String batchId = job.batchId().orElseThrow();
        if (!(service.status(batchId, wire) instanceof BatchReply.Done<BatchStatus>(var status, var _))) {
            return Optional.of(job.provider() + " no longer has batch " + batchId);
        }
        Optional<ResultPart> wanted = status.results().stream()
                .filter(one -> file.name().startsWith(one.kind() == ResultPart.Kind.RESULTS ? "results" : "errors"))
                .findFirst();
        if (wanted.isEmpty()
                || !(service.download(status, wanted.get(), part, wire) instanceof BatchReply.Done<String> _)) {
            return Optional.of(job.provider() + " no longer has it");
        }
        return file.sha256().filter(Sha256.hex(part)::equals).isPresent()
                ? Optional.empty()
                : Optional.of("the file that " + job.provider() + " sends differs from the recorded one");
    }
}
