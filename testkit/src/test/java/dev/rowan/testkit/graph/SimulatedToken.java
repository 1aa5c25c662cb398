package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A token in progress in a [SimulatedRun].
final class SimulatedToken {
    final GraphToken id;
    final @Nullable OpenJoin around;
    final int branch;
    Row row;
    String target;
    boolean ready = true;
    boolean done;
    boolean left;
    Optional<Verdict> error = Optional.empty();

    SimulatedToken(GraphToken id, Row row, String target, @Nullable OpenJoin around, int branch) {
        this.id = id;
        this.row = row;
        this.target = target;
        this.around = around;
        this.branch = branch;
    }
}
