package dev.rowan.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.JoinPolicy;
import dev.rowan.engine.graph.Merge;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.transform.EarlierVisits;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens that come while a join around them decides.
class RowScopeTest {
    private final OpenJoin outer = join(9, new JoinPolicy.Any(), 0, List.of(5, 10));
    private final OpenJoin inner = join(8, new JoinPolicy.All(), 10, List.of(11, 12));
    private RowScope scope;

    @BeforeEach
    void open() throws InterruptedException {
        var slot = new Window(1, 1_000).enter(0).orElseThrow();
        scope = new RowScope(new RowScope.Start(1, 1, 0, EarlierVisits.NOTHING), 100, slot);
        scope.joins().open(outer);
    }

    private static OpenJoin join(int node, JoinPolicy policy, int parent, List<Integer> parts) {
        var join = new GraphNode.Join(
                node, "join", node - 2, policy, new Merge.First(), new Target.Sink("output"), Optional.empty());
        return new OpenJoin(parent, join, Row.empty(), List.of("a", "b"), parts, new BitSet());
    }

    private List<String> ends() {
        return scope.result(1, Instant.EPOCH, Instant.EPOCH)
                        instanceof TokenResult.Ended(FinishedRow.Detailed row, var _)
                ? row.tokens().stream()
                        .map(end -> end.part() + " " + end.outcome().word())
                        .toList()
                : List.of();
    }

    @Test
    void aJoinInsideOneThatHasDecidedDecidesNothing() {
        scope.joins().open(inner);
        scope.joins().arrive(inner, 11, Row.empty());
        scope.joins().arrive(outer, 5, Row.empty());

        assertThat(scope.joins().arrive(inner, 12, Row.empty()).decision()).isInstanceOf(JoinDecision.Closed.class);
        scope.joins().merged(outer, List.of(5));
        assertThat(ends()).containsExactly("5 merged", "10 discarded", "11 discarded", "12 discarded");
    }

    @Test
    void aTokenThatSplitsAfterItsJoinDecidedEnds() {
        scope.joins().arrive(outer, 5, Row.empty());

        assertThat(scope.joins().open(inner).decision()).isInstanceOf(JoinDecision.Closed.class);
        scope.joins().merged(outer, List.of(5));
        assertThat(scope.hasEnded(11)).isTrue();
        assertThat(ends()).containsExactly("5 merged", "10 discarded", "11 discarded", "12 discarded");
    }

    @Test
    void aTokenIsNotLostToAJoinThatHasDecided() {
        scope.joins().arrive(outer, 5, Row.empty());

        assertThat(scope.joins().lose(10, Reason.of("left", "the branch went another way"), Optional.empty()))
                .isEmpty();
        assertThat(scope.hasEnded(10)).isTrue();
    }

    @Test
    void aTokenThatParksAfterItsJoinDecidedEnds() {
        scope.joins().arrive(outer, 5, Row.empty());
        scope.park(10);
        scope.joins().merged(outer, List.of(5));

        assertThat(ends()).containsExactly("5 merged", "10 discarded");
    }

    @Test
    void theRowWaitsForAJoinThatExpiresWhileAnotherCutsItsParentOff() throws Exception {
        var policy = new JoinPolicy.BestEffort(Optional.of(Duration.ofSeconds(1)));
        OpenJoin expiring = join(8, policy, 10, List.of(11, 12));
        scope.joins().open(expiring);
        scope.joins().arrive(expiring, 11, Row.empty());
        assertThat(scope.joins().expire(expiring)).isPresent();
        scope.joins().arrive(outer, 5, Row.empty());
        scope.joins().merged(outer, List.of(5));

        var settled = new FutureTask<>(() -> {
            scope.awaitSettled();
            return ends();
        });
        Thread row = Thread.ofVirtual().start(settled);
        while (row.isAlive() && row.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        scope.joins().discard(expiring);
        scope.gate(10).leave();

        assertThat(settled.get()).containsExactly("5 merged", "10 discarded", "11 discarded", "12 discarded");
    }
}
