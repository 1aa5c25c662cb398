package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchSurroundings;
import dev.rowan.engine.batch.Batches;
import java.io.IOException;
import java.util.List;

/// Opens the batch services of a run.
@FunctionalInterface
interface BatchOpening {
    Batches open(List<BatchNode> nodes, BatchSurroundings around) throws IOException, InterruptedException;
}
