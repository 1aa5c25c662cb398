package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rowan.engine.graph.PartNumbers.Split;
import dev.rowan.engine.graph.PartNumbers.Step;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartNumbersTest {
    private static final Split FORK = new Split(0, 2, 1, Set.of(3));
    private static final Split CHUNKS = new Split(3, 9, 1, Set.of());

    @Test
    void leavesRoomForWhatAChildMayBecome() {
        PartNumbers numbers = PartNumbers.of(List.of(FORK, CHUNKS));

        assertThat(numbers.stride(3)).isEqualTo(1);
        assertThat(numbers.stride(0)).isEqualTo(10);
        assertThat(numbers.child(0, 0, 2)).isEqualTo(20);
        assertThat(numbers.child(20, 3, 9)).isEqualTo(29);
    }

    @Test
    void tellsBranchAndOrdinalOfAPart() {
        PartNumbers numbers = PartNumbers.of(List.of(FORK, CHUNKS));

        assertThat(numbers.path(29, List.of(0, 3))).containsExactly(new Step(0, 2), new Step(3, 9));
        assertThat(numbers.path(7, List.of(0, 3)))
                .as("the joined row, expanded")
                .containsExactly(new Step(3, 7));
        assertThat(numbers.paths(29)).containsExactly(List.of(new Step(0, 2), new Step(3, 9)));
        assertThat(numbers.paths(0)).containsExactly(List.of());
        assertThat(numbers.paths(30)).isEmpty();
    }

    @Test
    void givesEveryWayToAPartIfRoutesLeadToDifferentSplits() {
        PartNumbers numbers = PartNumbers.of(List.of(FORK, CHUNKS, new Split(5, 12, 1, Set.of())));

        assertThat(numbers.paths(10)).containsExactlyInAnyOrder(List.of(new Step(0, 1)), List.of(new Step(5, 10)));
        assertThat(numbers.path(10, List.of(5))).containsExactly(new Step(5, 10));
    }

    @Test
    void refusesAnOrdinalOrAPartThatCannotBe() {
        PartNumbers numbers = PartNumbers.of(List.of(FORK, CHUNKS));

        assertThatIllegalArgumentException().isThrownBy(() -> numbers.child(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.child(0, 0, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.path(30, List.of(0, 3)));
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.path(11, List.of(0)));
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.stride(1));
    }

    @Test
    void reportsPartsBeyond31Bits() {
        var fits = List.of(
                new Split(0, 1_023, 1, Set.of(1)), new Split(1, 1_023, 1, Set.of(2)), new Split(2, 2_047, 0, Set.of()));
        var tooMany = List.of(
                new Split(0, 1_024, 1, Set.of(1)), new Split(1, 1_023, 1, Set.of(2)), new Split(2, 2_047, 0, Set.of()));

        assertThat(PartNumbers.check(fits)).isEmpty();
        assertThat(PartNumbers.of(fits).child(1_023 << 21, 1, 1_023)).isPositive();
        assertThat(PartNumbers.check(tooMany))
                .contains(new PartNumbers.Overflow(0, BigInteger.valueOf(1_025L * 1_024 * 2_048)));
        assertThatIllegalArgumentException().isThrownBy(() -> PartNumbers.of(tooMany));
    }
}
