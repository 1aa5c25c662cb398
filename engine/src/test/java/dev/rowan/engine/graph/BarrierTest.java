package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.JoinDecision.Closed;
import dev.rowan.engine.graph.JoinDecision.Fail;
import dev.rowan.engine.graph.JoinDecision.Fire;
import dev.rowan.engine.graph.JoinDecision.Loss;
import dev.rowan.engine.graph.JoinDecision.Trigger;
import dev.rowan.engine.graph.JoinDecision.Wait;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BarrierTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final JoinPolicy TIMED = new JoinPolicy.BestEffort(Optional.of(TIMEOUT));

    @Test
    void allFiresWithTheLastArrivalAndUsesBranchesInTheirOrder() {
        Barrier barrier = barrier(new JoinPolicy.All(), 3);

        assertThat(barrier.arrive(3)).isEqualTo(new Wait());
        assertThat(barrier.arrive(1)).isEqualTo(new Wait());
        assertThat(barrier.arrive(2)).isEqualTo(new Fire(Trigger.ALL, List.of(1, 2, 3), List.of()));
    }

    @Test
    void allFailsWithTheFirstLoss() {
        Barrier barrier = barrier(new JoinPolicy.All(), 3);
        barrier.arrive(3);

        assertThat(barrier.lose(blocked(2)))
                .isEqualTo(new Fail(Optional.of(blocked(2)), Verdict.BLOCKED, List.of(3), List.of(blocked(2))));
        assertThat(barrier.arrive(1)).isEqualTo(new Closed());
    }

    @Test
    void anyFiresWithTheFirstArrivalAndFailsWhenNothingIsLeft() {
        Barrier fires = barrier(new JoinPolicy.Any(), 2);
        fires.lose(failed(1));
        assertThat(fires.arrive(2)).isEqualTo(new Fire(Trigger.ANY, List.of(2), List.of(failed(1))));

        Barrier fails = barrier(new JoinPolicy.Any(), 2);
        assertThat(fails.lose(blocked(1))).isEqualTo(new Wait());
        assertThat(fails.lose(failed(2)))
                .isEqualTo(new Fail(Optional.of(failed(2)), Verdict.FAILED, List.of(), List.of(blocked(1), failed(2))));
    }

    @Test
    void quorumFailsWhenOutOfReach() {
        Barrier barrier = barrier(new JoinPolicy.Quorum(2), 3);
        barrier.lose(failed(1));
        barrier.arrive(2);

        assertThat(barrier.lose(left(3)))
                .isEqualTo(new Fail(Optional.of(failed(1)), Verdict.FAILED, List.of(2), List.of(failed(1), left(3))));
        assertThat(barrier(new JoinPolicy.Quorum(3), 2).start())
                .isEqualTo(new Fail(Optional.empty(), Verdict.FAILED, List.of(), List.of()));
    }

    @Test
    void bestEffortFiresWhenAllAreAccountedForOrAtItsTimeout() {
        Barrier accounted = barrier(TIMED, 2);
        accounted.lose(failed(1));
        assertThat(accounted.arrive(2)).isEqualTo(new Fire(Trigger.ACCOUNTED, List.of(2), List.of(failed(1))));

        Barrier late = barrier(TIMED, 3);
        late.arrive(2);
        assertThat(late.timeout()).contains(TIMEOUT);
        assertThat(late.tick(TIMEOUT.minusNanos(1))).isEqualTo(new Wait());
        assertThat(late.tick(TIMEOUT)).isEqualTo(new Fire(Trigger.TIMEOUT, List.of(2), List.of()));
        assertThat(late.tick(TIMEOUT)).isEqualTo(new Closed());
    }

    @Test
    void failsAtTheTimeoutIfNothingHasArrived() {
        Barrier barrier = barrier(TIMED, 2);
        barrier.lose(blocked(1));

        assertThat(barrier.tick(TIMEOUT)).isInstanceOfSatisfying(Fail.class, fail -> {
            assertThat(fail.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(fail.lost()).extracting(loss -> loss.reason().code()).containsExactly("bad", "join_timeout");
        });
    }

    @Test
    void waitsForARequiredBranchUnderEveryPolicyAndFailsWithoutIt() {
        for (JoinPolicy policy : List.of(new JoinPolicy.Any(), new JoinPolicy.Quorum(1), TIMED, new JoinPolicy.All())) {
            Barrier fires = barrier(policy, 2, 1);
            assertThat(fires.arrive(2)).as("%s", policy).isEqualTo(new Wait());
            assertThat(fires.arrive(1))
                    .isInstanceOfSatisfying(
                            Fire.class, fire -> assertThat(fire.used()).containsExactly(1, 2));

            Barrier fails = barrier(policy, 2, 1);
            fails.arrive(2);
            assertThat(fails.lose(blocked(1)))
                    .as("%s", policy)
                    .isInstanceOfSatisfying(
                            Fail.class, fail -> assertThat(fail.verdict()).isEqualTo(Verdict.BLOCKED));
        }
        Barrier late = barrier(TIMED, 2, 1);
        late.arrive(2);
        assertThat(late.tick(TIMEOUT)).isInstanceOf(Fail.class);
    }

    @Test
    void failsIfNoLossHasAVerdict() {
        assertThat(barrier(new JoinPolicy.All(), 2).lose(left(1)))
                .isEqualTo(new Fail(Optional.of(left(1)), Verdict.FAILED, List.of(), List.of(left(1))));
    }

    @Test
    void refusesABranchThatThereIsNotOrThatIsReportedTwice() {
        Barrier barrier = barrier(new JoinPolicy.All(), 2);
        barrier.arrive(1);

        assertThatIllegalStateException().isThrownBy(() -> barrier.lose(failed(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> barrier.arrive(3));
        assertThatIllegalArgumentException().isThrownBy(() -> barrier.arrive(0));
    }

    private static Barrier barrier(JoinPolicy policy, int branches, int... required) {
        var set = new BitSet();
        for (int branch : required) {
            set.set(branch);
        }
        return new Barrier(policy, branches, set);
    }

    private static Loss failed(int branch) {
        return new Loss(branch, Reason.of("bad", "it failed"), Optional.of(Verdict.FAILED));
    }

    private static Loss blocked(int branch) {
        return new Loss(branch, Reason.of("bad", "it was blocked"), Optional.of(Verdict.BLOCKED));
    }

    private static Loss left(int branch) {
        return new Loss(branch, Reason.of("left", "it went elsewhere"), Optional.empty());
    }
}
