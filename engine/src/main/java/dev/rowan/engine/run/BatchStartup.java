package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import java.io.IOException;
import java.util.List;

/// Opens the batch services of a run.
@FunctionalInterface
interface BatchStartup {
    BatchServices open(List<BatchNode> nodes, BatchContext context) throws IOException, InterruptedException;
}
