package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.io.IOException;
import java.util.Optional;

/// Opens the batch service of one transform outside of a run, with the credentials that a run would use.
public final class BatchServiceAccess {
    private BatchServiceAccess() {}

    /// The service; a missing credential is a [PluginException].
    public static BatchService of(TransformNode node, RunEnvironment environment, Time time)
            throws IOException, InterruptedException {
        BatchCapable batched = node.batched()
                .orElseThrow(() -> new PluginException("transform '" + node.name() + "' has no batch service"));
        node.transform().prepare(new RunSetup(environment, time, false, false, Optional.empty()));
        return batched.batchService();
    }
}
