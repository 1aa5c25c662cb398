package dev.rowan.cli.purge;

import dev.rowan.api.CallScope;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.purge.ProviderFile.Removal;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.startup.BatchServiceAccess;
import dev.rowan.engine.startup.JobHostCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/// Deletes files of ended jobs at providers, with the pipeline's API keys; a key is sent only to the host that created
/// the job.
record ProviderPurge(Pipeline pipeline, Shell shell) {

    /// The result for each file.
    List<Removal> delete(List<ProviderFile> files) throws IOException, InterruptedException {
        var removals = new ArrayList<Removal>();
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                CallScope scope = CallScope.open("purge")) {
            for (ProviderFile file : files) {
                removals.add(new Removal(file, delete(file, environment, scope)));
            }
        }
        return removals;
    }

    /// Why it was not deleted.
    private Optional<String> delete(ProviderFile file, CliEnvironment environment, CallScope scope)
            throws IOException, InterruptedException {
        Optional<TransformNode> node = pipeline.transforms().stream()
                .filter(one -> one.name().equals(file.job().node()))
                .findFirst();
        if (node.isEmpty()) {
            return Optional.of(
                    "the pipeline no longer has a transform '" + file.job().node() + "'");
        }
        try {
            BatchService service = BatchServiceAccess.of(node.get(), environment.environment(), shell.time());
            Optional<String> elsewhere = JobHostCheck.mismatch(file.job(), service);
            if (elsewhere.isPresent()) {
                return elsewhere;
            }
            Wire wire = environment.environment().wire();
            return problem(scope.fork(() -> ask(file, service, wire)).get());
        } catch (PluginException missing) {
            return Optional.of(String.valueOf(missing.getMessage()));
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
    }

    private static BatchReply<Optional<String>> ask(ProviderFile file, BatchService service, Wire wire) {
        return file.kind().equals("requests")
                ? service.delete(file.name(), wire)
                : service.deleteResults(file.job().batchId().orElse(file.name()), file.name(), wire);
    }

    /// A file that no longer exists counts as deleted.
    private static Optional<String> problem(BatchReply<Optional<String>> reply) {
        return switch (reply) {
            case BatchReply.Done<Optional<String>> _, BatchReply.Gone<Optional<String>> _ -> Optional.empty();
            case BatchReply.Refused<Optional<String>> refused ->
                Optional.of("refused with status " + refused.status() + ": " + refused.message());
            case BatchReply.Lost<Optional<String>>(var why) -> Optional.of("no complete reply: " + why);
            case BatchReply.NotSent<Optional<String>>(var why, var _) -> Optional.of(why);
        };
    }
}
