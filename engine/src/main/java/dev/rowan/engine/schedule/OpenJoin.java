package dev.rowan.engine.schedule;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.Barrier;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.Merge.Arrival;
import dev.rowan.landscape.resume.PendingRow.Branching;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The tokens that a split made of the token `parent`, until `join` makes one of them again. Branches are numbered
/// from 1; `labels` and `parts` are in their order.
///
/// Guarded by the lock of its [RowScope].
final class OpenJoin {
    private final int parent;
    private final GraphNode.Join join;
    private final Row base;
    private final List<String> labels;
    private final List<Integer> parts;
    private final Barrier barrier;
    private final Map<Integer, Row> arrived = new TreeMap<>();
    private Optional<RepeatedJoin> repeated = Optional.empty();
    private boolean closed;
    private Runnable onClose = () -> {};

    OpenJoin(int parent, GraphNode.Join join, Row base, List<String> labels, List<Integer> parts, BitSet required) {
        this.parent = parent;
        this.join = join;
        this.base = base;
        this.labels = labels;
        this.parts = parts;
        this.barrier = new Barrier(join.policy(), parts.size(), required);
    }

    int parent() {
        return parent;
    }

    GraphNode.Join join() {
        return join;
    }

    Row base() {
        return base;
    }

    List<Integer> parts() {
        return parts;
    }

    /// Decides as it did in the run that is replayed.
    void repeat(Branching replayed) {
        repeated = Optional.of(new RepeatedJoin(this, replayed.joins()));
    }

    Optional<RepeatedJoin> repeated() {
        return repeated;
    }

    JoinDecision start() {
        return repeated.isPresent() ? new JoinDecision.Wait() : barrier.start();
    }

    JoinDecision lose(JoinDecision.Loss loss) {
        return repeated.map(past -> past.lose(loss)).orElseGet(() -> barrier.lose(loss));
    }

    /// What the join decides on the arrival of a token.
    JoinDecision arrive(int part, Row row) {
        arrived.put(part, row);
        return repeated.map(past -> past.arrive(part)).orElseGet(() -> barrier.arrive(branch(part)));
    }

    int branch(int part) {
        return parts.indexOf(part) + 1;
    }

    String label(int branch) {
        return labels.isEmpty() ? String.valueOf(branch) : labels.get(branch - 1);
    }

    /// The tokens of these branches.
    List<Integer> partsOf(List<Integer> branches) {
        return branches.stream().map(branch -> parts.get(branch - 1)).toList();
    }

    /// The token of a branch with this label.
    Optional<Integer> partOf(String label) {
        for (int branch = 1; branch <= parts.size(); branch++) {
            if (label(branch).equals(label)) {
                return Optional.of(parts.get(branch - 1));
            }
        }
        return Optional.empty();
    }

    boolean hasArrived(int part) {
        return arrived.containsKey(part);
    }

    /// The rows of the branches `used`, which have arrived.
    List<Arrival> arrivals(List<Integer> used) {
        return used.stream()
                .map(branch -> new Arrival(label(branch), arrived.getOrDefault(parts.get(branch - 1), base)))
                .toList();
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        onClose.run();
        onClose = () -> {};
    }

    /// The age at which the join expires, if it is open and has a timeout.
    Optional<Duration> timeout() {
        return closed || repeated.isPresent() ? Optional.empty() : barrier.timeout();
    }

    JoinDecision expire() {
        return barrier.tick(barrier.timeout().orElseThrow());
    }

    /// Runs once when the join closes.
    void onClose(Runnable action) {
        onClose = action;
    }
}
