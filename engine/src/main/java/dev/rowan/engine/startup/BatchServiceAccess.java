package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.io.IOException;

/// The way to the batch service of one transform outside of a run, with the credentials that a run would take.
public final class BatchServiceAccess {
    private BatchServiceAccess() {}

    /// The service; what is missing for it is a [PluginException].
    public static BatchService of(TransformNode node, RunEnvironment surroundings, Time time)
            throws IOException, InterruptedException {
        BatchCapable batched = node.batched()
                .orElseThrow(() -> new PluginException("transform '" + node.name() + "' has no batch service"));
        node.transform().prepare(new RunSetup(surroundings, time, false, false));
        return batched.batchService();
    }
}
