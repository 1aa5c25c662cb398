package dev.rowan.engine.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

/// Max-min fairness of shares.
class FairSharesPropertyTest {
    private static final double LIMIT = 1;

    @Property
    void theSharesAddUpToTheLimit(
            @ForAll @Size(min = 1, max = 20) List<@DoubleRange(min = 0, max = 3) Double> demanded) {
        double[] demands = demanded.stream().mapToDouble(Double::doubleValue).toArray();
        assertThat(Arrays.stream(FairShares.of(LIMIT, demands)).sum()).isCloseTo(LIMIT, within(1e-9));
    }

    @Property
    void whoeverGetsLessThanItDemandsGetsNoLessThanAnyOther(
            @ForAll @Size(min = 1, max = 20) List<@DoubleRange(min = 0, max = 3) Double> demanded) {
        double[] demands = demanded.stream().mapToDouble(Double::doubleValue).toArray();
        double[] shares = FairShares.of(LIMIT, demands);
        double largest = Arrays.stream(shares).max().orElseThrow();

        for (int i = 0; i < demands.length; i++) {
            if (shares[i] < demands[i] - 1e-9) {
                assertThat(shares[i]).isCloseTo(largest, within(1e-9));
            }
        }
    }

    @Property
    void equalDemandsGetEqualShares(
            @ForAll @Size(min = 1, max = 20) List<@DoubleRange(min = 0, max = 3) Double> demanded) {
        double[] demands = demanded.stream().mapToDouble(Double::doubleValue).toArray();
        double[] shares = FairShares.of(LIMIT, demands);

        for (int i = 0; i < demands.length; i++) {
            for (int j = 0; j < demands.length; j++) {
                if (demands[i] == demands[j]) {
                    assertThat(shares[i]).isCloseTo(shares[j], within(1e-9));
                }
            }
        }
    }
}
